// The scope at a place of a generated program: inner names hide outer ones, the prelude's too.
import type { Known } from "./builtins.ts";
import type { DataType } from "./types.ts";

/** Data of all places of a program. */
export interface World {
  readonly data: readonly DataType[];
  /** For names that nothing hides. */
  fresh: number;
  /** How many terms may still be made; at 0 the simplest are. */
  room: number;
}

/** Names by the texts that they are called by. */
export class Scope {
  readonly world: World;
  /** How much deeper terms may nest. */
  readonly depth: number;
  /** Locals, the innermost first. */
  readonly locals: readonly Known[];
  readonly globals: readonly Known[];

  constructor(world: World, globals: readonly Known[], depth: number, locals: readonly Known[] = []) {
    this.world = world;
    this.globals = globals;
    this.depth = depth;
    this.locals = locals;
  }

  /** With more names, which hide others of the same texts. */
  with(names: readonly Known[]): Scope {
    if (names.length === 0) return this;
    const hidden = new Set(names.map(({ text }) => text));
    const stays = ({ text }: Known): boolean => !hidden.has(text);
    return new Scope(this.world, this.globals.filter(stays), this.depth, [...names, ...this.locals.filter(stays)]);
  }

  /** One level further in. */
  get deeper(): Scope {
    return new Scope(this.world, this.globals, this.depth - 1, this.locals);
  }

  /** Without what may be called only so often, for functions that may be called any number of times. */
  get once(): Scope {
    const stays = ({ uses }: Known): boolean => uses === undefined;
    return new Scope(this.world, this.globals, this.depth, this.locals.filter(stays));
  }

  /** A name that no other is. */
  fresh(stem: string): string {
    return `${stem}${++this.world.fresh}`;
  }
}
