// Lists of an algorithm's own in the debugger: as lists, or as a row of boxes, each over its name.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { OwnLists } from "../../app/explorer/own-lists.tsx";

const items = [
  { key: "a", text: "a: 20" },
  { key: "h", text: "h: [(5, 1), (15, 1)]" },
  { key: "z", text: "z: 0" },
];

test("an environment is a row of boxes in the order of scope, zeros apart; a log is a list", () => {
  const shown = renderToStaticMarkup(
    <OwnLists stage="chad" lists={[{ id: "environment", items, count: 3 }]} text="" />,
  );
  const boxes = [...shown.matchAll(/<li( class="zero")?><b>(.*?)<\/b>.*?<i>(.*?)<\/i>/g)];
  expect(boxes.map(([, zero, held, name]) => [name, held, zero !== undefined])).toEqual([
    ["a", "20", false],
    ["h", "[(5, 1), (15, 1)]", false],
    ["z", "0", true],
  ]);
  const log = renderToStaticMarkup(<OwnLists stage="chad" lists={[{ id: "log", items, count: 3 }]} text="" />);
  expect(log).toContain("<ol");
  expect(log).not.toContain("own-boxes");
});
