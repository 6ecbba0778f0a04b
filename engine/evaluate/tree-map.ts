// Persistent balanced maps from Int (AVL trees), which count the nodes that an operation visits.
import { internal } from "../base/unreachable.ts";
import { Opaque, type Value } from "../core/values.ts";

interface Node {
  readonly key: number;
  readonly value: Value;
  readonly left: Node | undefined;
  readonly right: Node | undefined;
  readonly height: number;
  readonly size: number;
}

/** A map as a value of the machine. */
export class TreeMap extends Opaque {
  readonly what = "map";
  readonly root: Node | undefined;
  constructor(root: Node | undefined) {
    super();
    this.root = root;
  }

  get size(): number {
    return sizeOf(this.root);
  }

  /** The entries in ascending order of their keys. */
  entries(): readonly (readonly [number, Value])[] {
    const found: (readonly [number, Value])[] = [];
    const visit = (node: Node | undefined): void => {
      if (node === undefined) return;
      visit(node.left);
      found.push([node.key, node.value]);
      visit(node.right);
    };
    visit(this.root);
    return found;
  }
}

export const EMPTY_MAP = new TreeMap(undefined);

/** Operations on maps; `visited` grows by the nodes that each looks at. */
export class TreeMaps {
  visited = 0;

  insert(map: TreeMap, key: number, value: Value): TreeMap {
    return new TreeMap(this.inserted(map.root, key, value, undefined));
  }

  /** The union; where both maps have a key, the value is what `merge` makes of both. The smaller goes into the larger. */
  union(left: TreeMap, right: TreeMap, merge: (left: Value, right: Value, key: number) => Value): TreeMap {
    const isLeftLarger = left.size >= right.size;
    const [large, small] = isLeftLarger ? [left, right] : [right, left];
    let { root } = large;
    for (const [key, value] of small.entries()) {
      this.visited++;
      root = this.inserted(root, key, value, (old, given) =>
        isLeftLarger ? merge(old, given, key) : merge(given, old, key),
      );
    }
    return new TreeMap(root);
  }

  lookUp(map: TreeMap, key: number): Value | undefined {
    let node = map.root;
    while (node !== undefined) {
      this.visited++;
      if (key === node.key) return node.value;
      node = key < node.key ? node.left : node.right;
    }
    return undefined;
  }

  highest(map: TreeMap): number {
    let node = map.root ?? internal("the highest key of an empty map");
    this.visited++;
    while (node.right !== undefined) {
      node = node.right;
      this.visited++;
    }
    return node.key;
  }

  delete(map: TreeMap, key: number): TreeMap {
    return new TreeMap(this.deleted(map.root, key));
  }

  private inserted(
    node: Node | undefined,
    key: number,
    value: Value,
    merge: ((old: Value, given: Value) => Value) | undefined,
  ): Node {
    this.visited++;
    if (node === undefined) return make(key, value, undefined, undefined);
    if (key === node.key)
      return make(key, merge === undefined ? value : merge(node.value, value), node.left, node.right);
    if (key < node.key) return balanced(node.key, node.value, this.inserted(node.left, key, value, merge), node.right);
    return balanced(node.key, node.value, node.left, this.inserted(node.right, key, value, merge));
  }

  private deleted(node: Node | undefined, key: number): Node | undefined {
    if (node === undefined) return undefined;
    this.visited++;
    if (key < node.key) return balanced(node.key, node.value, this.deleted(node.left, key), node.right);
    if (key > node.key) return balanced(node.key, node.value, node.left, this.deleted(node.right, key));
    if (node.left === undefined) return node.right;
    if (node.right === undefined) return node.left;
    let next = node.right;
    while (next.left !== undefined) {
      next = next.left;
      this.visited++;
    }
    return balanced(next.key, next.value, node.left, this.deleted(node.right, next.key));
  }
}

function sizeOf(node: Node | undefined): number {
  return node?.size ?? 0;
}

function heightOf(node: Node | undefined): number {
  return node?.height ?? 0;
}

function make(key: number, value: Value, left: Node | undefined, right: Node | undefined): Node {
  const height = 1 + Math.max(heightOf(left), heightOf(right));
  return { key, value, left, right, height, size: 1 + sizeOf(left) + sizeOf(right) };
}

/** A node whose subtrees differ in height by at most two, rotated so that they differ by at most one. */
function balanced(key: number, value: Value, left: Node | undefined, right: Node | undefined): Node {
  const difference = heightOf(left) - heightOf(right);
  if (difference > 1) {
    const { left: outer, right: inner } = left!;
    if (heightOf(outer) >= heightOf(inner)) return make(left!.key, left!.value, outer, make(key, value, inner, right));
    return make(
      inner!.key,
      inner!.value,
      make(left!.key, left!.value, outer, inner!.left),
      make(key, value, inner!.right, right),
    );
  }
  if (difference < -1) {
    const { left: inner, right: outer } = right!;
    if (heightOf(outer) >= heightOf(inner)) return make(right!.key, right!.value, make(key, value, left, inner), outer);
    return make(
      inner!.key,
      inner!.value,
      make(key, value, left, inner!.left),
      make(right!.key, right!.value, inner!.right, outer),
    );
  }
  return make(key, value, left, right);
}
