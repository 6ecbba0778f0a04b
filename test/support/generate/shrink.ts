// Simpler variants of a choice tree: parts emptied, dropped, or replaced by parts of the same kind inside them.

import { type ChoiceNode, simplest } from "./choices.ts";

/** Candidates simpler than the given choices, boldest first: for each part, from the root to the leaves. */
export function* simplerChoices(root: ChoiceNode): Generator<ChoiceNode> {
  let level: Place[] = [{ node: root, rebuild: (node) => node }];
  while (level.length > 0) {
    for (const place of level) yield* simplerHere(place);
    level = level.flatMap(placesInside);
  }
}

/** A part of a tree, and how to make the whole tree with another part in its place. */
interface Place {
  readonly node: ChoiceNode;
  readonly rebuild: (node: ChoiceNode) => ChoiceNode;
}

function placesInside({ node, rebuild }: Place): Place[] {
  const children = [...node.children].map(
    ([key, child]): Place => ({
      node: child,
      rebuild: (other) => rebuild({ ...node, children: new Map(node.children).set(key, other) }),
    }),
  );
  const elements = [...node.lists].flatMap(([key, list]) =>
    list.map(
      (element, index): Place => ({
        node: element,
        rebuild: (other) => rebuild({ ...node, lists: new Map(node.lists).set(key, list.with(index, other)) }),
      }),
    ),
  );
  return [...children, ...elements];
}

function* simplerHere({ node, rebuild }: Place): Generator<ChoiceNode> {
  if (isSimplest(node)) return;
  yield rebuild(simplest(node.label));
  for (const inner of alike(node)) yield rebuild(inner);
  for (const [key, list] of node.lists) {
    for (const shorter of shorterLists(list)) yield rebuild({ ...node, lists: new Map(node.lists).set(key, shorter) });
  }
  for (const [key, value] of node.picks) {
    const without = new Map(node.picks);
    without.delete(key);
    yield rebuild({ ...node, picks: without });
    if (typeof value === "number" && value > 1) {
      yield rebuild({ ...node, picks: new Map(node.picks).set(key, Math.floor(value / 2)) });
    }
  }
}

function isSimplest(node: ChoiceNode): boolean {
  return node.picks.size === 0 && node.children.size === 0 && node.lists.size === 0;
}

const MOST_ALIKE = 12;

/** Parts inside a part that have its label, largest first. */
function alike(node: ChoiceNode): ChoiceNode[] {
  const found: ChoiceNode[] = [];
  let level = inside(node);
  while (level.length > 0 && found.length < MOST_ALIKE) {
    found.push(...level.filter((part) => part.label === node.label));
    level = level.flatMap(inside);
  }
  return found.slice(0, MOST_ALIKE);
}

function inside(node: ChoiceNode): ChoiceNode[] {
  return [...node.children.values(), ...[...node.lists.values()].flat()];
}

function* shorterLists(list: ChoiceNode[]): Generator<ChoiceNode[]> {
  for (let size = list.length; size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start + size <= list.length; start += size) yield list.toSpliced(start, size);
  }
}
