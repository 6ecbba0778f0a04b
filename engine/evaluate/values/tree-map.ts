// Persistent balanced maps from Int (AVL trees), which count the nodes that an operation visits.
import { present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import type { Watch } from "../../base/watch.ts";
import { Opaque, type Value } from "../../core/values/values.ts";

/** A node of an AVL tree; it is never changed. Height and size count the node itself. */
export interface MapNode<V> {
  readonly key: number;
  readonly value: V;
  readonly left: MapNode<V> | undefined;
  readonly right: MapNode<V> | undefined;
  readonly height: number;
  readonly size: number;
}

/** A map, as a value of the machine; of other things, where a run is replayed. */
export class TreeMap<V = Value> extends Opaque {
  readonly what = "map";
  readonly root: MapNode<V> | undefined;
  constructor(root: MapNode<V> | undefined) {
    super();
    this.root = root;
  }

  get size(): number {
    return sizeOf(this.root);
  }

  /** The entries in ascending order of their keys. */
  entries(): readonly (readonly [number, V])[] {
    const found: (readonly [number, V])[] = [];
    const visit = (node: MapNode<V> | undefined): void => {
      if (node === undefined) return;
      visit(node.left);
      found.push([node.key, node.value]);
      visit(node.right);
    };
    visit(this.root);
    return found;
  }
}

/** The map without entries, of values of a run. */
export const EMPTY_MAP: TreeMap = new TreeMap<Value>(undefined);

/** Operations on maps; `visited` grows by the nodes that each looks at. */
export class TreeMaps<V = Value> {
  visited = 0;

  insert(map: TreeMap<V>, key: number, value: V): TreeMap<V> {
    return new TreeMap(this.inserted(map.root, key, value, undefined));
  }

  /** The union; where both maps have a key, the value is what `merge` makes of both. The smaller goes into the larger. */
  union(left: TreeMap<V>, right: TreeMap<V>, watch: Watch, merge: (left: V, right: V, key: number) => V): TreeMap<V> {
    const isLeftLarger = left.size >= right.size;
    const [large, small] = isLeftLarger ? [left, right] : [right, left];
    let { root } = large;
    for (const [key, value] of small.entries()) {
      watch.step();
      this.visited++;
      root = this.inserted(root, key, value, (old, given) =>
        isLeftLarger ? merge(old, given, key) : merge(given, old, key),
      );
    }
    return new TreeMap(root);
  }

  lookUp(map: TreeMap<V>, key: number): V | undefined {
    let node = map.root;
    while (node !== undefined) {
      this.visited++;
      if (key === node.key) return node.value;
      node = key < node.key ? node.left : node.right;
    }
    return undefined;
  }

  highest(map: TreeMap<V>): number {
    let node = map.root ?? internal("the highest key of an empty map");
    this.visited++;
    while (node.right !== undefined) {
      node = node.right;
      this.visited++;
    }
    return node.key;
  }

  lowest(map: TreeMap<V>): number {
    let node = map.root ?? internal("the lowest key of an empty map");
    this.visited++;
    while (node.left !== undefined) {
      node = node.left;
      this.visited++;
    }
    return node.key;
  }

  delete(map: TreeMap<V>, key: number): TreeMap<V> {
    return new TreeMap(this.deleted(map.root, key));
  }

  private inserted(
    node: MapNode<V> | undefined,
    key: number,
    value: V,
    merge: ((old: V, given: V) => V) | undefined,
  ): MapNode<V> {
    this.visited++;
    if (node === undefined) return make(key, value, undefined, undefined);
    if (key === node.key)
      return make(key, merge === undefined ? value : merge(node.value, value), node.left, node.right);
    if (key < node.key) return balanced(node.key, node.value, this.inserted(node.left, key, value, merge), node.right);
    return balanced(node.key, node.value, node.left, this.inserted(node.right, key, value, merge));
  }

  private deleted(node: MapNode<V> | undefined, key: number): MapNode<V> | undefined {
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

function sizeOf(node: MapNode<unknown> | undefined): number {
  return node?.size ?? 0;
}

function heightOf(node: MapNode<unknown> | undefined): number {
  return node?.height ?? 0;
}

function make<V>(key: number, value: V, left: MapNode<V> | undefined, right: MapNode<V> | undefined): MapNode<V> {
  const height = 1 + Math.max(heightOf(left), heightOf(right));
  return { key, value, left, right, height, size: 1 + sizeOf(left) + sizeOf(right) };
}

/** A node whose subtrees differ in height by at most two, rotated so that they differ by at most one. */
function balanced<V>(key: number, value: V, left: MapNode<V> | undefined, right: MapNode<V> | undefined): MapNode<V> {
  const difference = heightOf(left) - heightOf(right);
  if (difference > 1) {
    const { left: outer, right: inner } = present(left);
    if (heightOf(outer) >= heightOf(inner))
      return make(present(left).key, present(left).value, outer, make(key, value, inner, right));
    return make(
      present(inner).key,
      present(inner).value,
      make(present(left).key, present(left).value, outer, present(inner).left),
      make(key, value, present(inner).right, right),
    );
  }
  if (difference < -1) {
    const { left: inner, right: outer } = present(right);
    if (heightOf(outer) >= heightOf(inner))
      return make(present(right).key, present(right).value, make(key, value, left, inner), outer);
    return make(
      present(inner).key,
      present(inner).value,
      make(key, value, left, present(inner).left),
      make(present(right).key, present(right).value, present(inner).right, outer),
    );
  }
  return make(key, value, left, right);
}
