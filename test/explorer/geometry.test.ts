// The tidy tree of calls in the debugger: a call stands over the middle of those that it makes.
import { expect, test } from "vitest";
import { treeColumns } from "../../app/explorer/geometry.ts";

const call = (key: string, step: number, within?: string) => ({ key, step, within });

test("calls that call nothing have columns in the order of the walk; the others stand over the middle", () => {
  // d#3 calls dx and dz; dz calls dx and dy
  const rows = [
    [call("dx 1", 2, "d#3"), call("dx 2", 4, "dz")],
    [call("dy", 5, "dz")],
    [call("dz", 3, "d#3")],
    [call("d#3", 1)],
  ];
  const { columns, count } = treeColumns(rows);
  expect(count).toBe(3);
  expect(Object.fromEntries(columns)).toEqual({ "dx 1": 0, "dx 2": 1, dy: 2, dz: 1.5, "d#3": 0.75 });
});

test("a call whose caller is out of sight is a root", () => {
  const { columns, count } = treeColumns([[call("a", 7, "gone"), call("b", 9, "c")], [call("c", 8, "gone")]]);
  expect(count).toBe(2);
  expect(Object.fromEntries(columns)).toEqual({ a: 0, b: 1, c: 1 });
});
