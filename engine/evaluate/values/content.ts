// Values as they stand in events: what has an identity is named by its number.
import type { Watch } from "../../base/watch.ts";
import type { Content, ScalarNumber, StoreId } from "../../core/events/events.ts";
import { OWN_MARK } from "../../core/terms/term.ts";
import { ArrayValue, DataValue, listItems, type Value } from "../../core/values/values.ts";
import { Closure, MutableArray } from "./closure.ts";
import { TreeMap } from "./tree-map.ts";

/** The identities that a run has given. */
export class Identities {
  private readonly stores = new WeakMap<object, StoreId>();
  /** Of data without fields, which runs share. */
  private readonly backpropagators = new WeakMap<object, ScalarNumber>();
  /** The maps and arrays by their numbers, where they are kept to be looked at. */
  readonly kept: Map<StoreId, TreeMap | MutableArray> | undefined;
  private count = 0;
  private readonly watch: Watch;

  /** `keep` holds on to every map and array of the run: for tests. */
  constructor(keep: boolean, watch: Watch) {
    this.watch = watch;
    this.kept = keep ? new Map() : undefined;
  }

  /** The number of a map or a mutable array; a new one gets the next. */
  store(value: TreeMap | MutableArray): StoreId {
    let id = this.stores.get(value);
    if (id === undefined) {
      id = this.count++ as StoreId;
      this.stores.set(value, id);
      this.kept?.set(id, value);
    }
    return id;
  }

  /** The scalar whose backpropagator a value is; undefined for other values. */
  backpropagator(value: Value | undefined): ScalarNumber | undefined {
    if (value instanceof Closure) return value.number < 0 ? undefined : (value.number as ScalarNumber);
    return value instanceof DataValue ? this.numberOf(value) : undefined;
  }

  /** Data that is the backpropagator of a scalar from now on. */
  name(data: DataValue, number: ScalarNumber): void {
    if (this.numberOf(data) !== undefined) return;
    if (data.fields.length > 0) data.number = number;
    else this.backpropagators.set(data, number);
  }

  private numberOf(data: DataValue): ScalarNumber | undefined {
    if (data.number >= 0) return data.number as ScalarNumber;
    return data.fields.length === 0 ? this.backpropagators.get(data) : undefined;
  }

  /** A value for an event. */
  content(value: Value): Content {
    this.watch.step();
    if (typeof value === "number") return value;
    if (value instanceof DataValue) {
      const number = this.numberOf(value);
      return number === undefined ? this.inside(value) : { backpropagator: number };
    }
    if (value instanceof Closure)
      return value.number >= 0 ? { backpropagator: value.number as ScalarNumber } : { function: value.block.name };
    if (value instanceof MutableArray) return { array: this.store(value) };
    if (value instanceof TreeMap) return { map: this.store(value) };
    if (value instanceof ArrayValue) return { list: value.items.map((item) => this.content(item)) };
    if (Array.isArray(value)) return { tuple: value.map((item: Value) => this.content(item)) };
    return { function: "?" };
  }

  /** Contents of a map or array, now. */
  held(store: TreeMap | MutableArray): ReadonlyMap<number, Content> {
    const entries = store instanceof TreeMap ? store.entries() : [...store.items.entries()];
    return new Map(entries.map(([key, value]) => [key, this.content(value)]));
  }

  /** Data with its fields, whether or not it is a backpropagator. */
  inside(value: DataValue): Content {
    if (value.con === "[]" || value.con === "::")
      return { list: listItems(value, this.watch).map((item) => this.content(item)) };
    return { con: value.con.replace(OWN_MARK, ""), fields: value.fields.map((field) => this.content(field)) };
  }
}
