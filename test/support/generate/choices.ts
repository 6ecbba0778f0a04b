// Choices recorded in a tree that follows the program's structure, so that they can be replayed and shrunk.

/**
 * Choices of one part of the program's generation. Everything is keyed by its role and alternatives are recorded by name: a choice keeps
 * its meaning when other parts of the program change. A missing choice on replay is the simplest; one that no longer applies is dropped.
 */
export interface ChoiceNode {
  /** The kind of part, such as the type of an expression: parts of the same label may replace each other. */
  readonly label: string;
  readonly picks: Map<string, string | number>;
  readonly children: Map<string, ChoiceNode>;
  readonly lists: Map<string, ChoiceNode[]>;
}

/** An alternative: its name and how likely it is, relative to the others. */
export type Alternative = readonly [name: string, weight: number];

/** Where fresh choices come from. */
export interface Chance {
  /** A uniform integer between the bounds, both included. */
  readonly integer: (low: number, high: number) => number;
  /** Names of alternatives that this program prefers strongly, and how many more times (swarm testing). */
  readonly preferred: Map<string, number>;
  /** Names of alternatives that are drawn only where there is no other. */
  readonly avoided?: RegExp | undefined;
}

const PREFERENCE = 300;

/** A random alternative by weight; what is preferred loses some of that with every draw. */
function draw(all: readonly Alternative[], { integer, preferred, avoided }: Chance): string {
  const others = avoided === undefined ? all : all.filter(([name, weight]) => weight > 0 && !avoided.test(name));
  const alternatives = others.length > 0 ? others : all;
  const left = (name: string): number => preferred.get(name) ?? 0;
  const weights = alternatives.map(([name, weight]) => weight * (left(name) > 0 ? PREFERENCE : 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let point = integer(0, total - 1);
  for (const [index, [name]] of alternatives.entries()) {
    point -= weights[index] ?? 0;
    if (point >= 0) continue;
    if (left(name) > 0) preferred.set(name, left(name) - 1);
    return name;
  }
  throw new Error("internal: no alternative was drawn");
}

/** A part in which everything is the simplest choice. */
export function simplest(label: string): ChoiceNode {
  return { label, picks: new Map(), children: new Map(), lists: new Map() };
}

/** Makes the choices of one part of a program: fresh ones where there is a chance, else those of `recorded`. */
export class Choices {
  /** The choices as made; complete when the program is. */
  readonly made: ChoiceNode;
  readonly #recorded: ChoiceNode | undefined;
  readonly #chance: Chance | undefined;

  constructor(label: string, recorded: ChoiceNode | undefined, chance: Chance | undefined) {
    this.made = simplest(label);
    this.#recorded = recorded;
    this.#chance = chance;
  }

  /** Whether choices are fresh, so that one may look at `prefers` to steer them. */
  get fresh(): boolean {
    return this.#chance !== undefined;
  }

  prefers(name: string): boolean {
    return (this.#chance?.preferred.get(name) ?? 0) > 0;
  }

  /** One of the alternatives, by name; the first one is the simplest. */
  pick(key: string, alternatives: readonly Alternative[]): string {
    const first = alternatives[0];
    if (first === undefined) throw new Error(`internal: no alternatives for ${key}`);
    const acceptable = (recorded: string): boolean => alternatives.some(([known]) => known === recorded);
    return this.remember(key, (chance) => (chance === undefined ? first[0] : draw(alternatives, chance)), acceptable);
  }

  /** One of equally likely names; the first one is the simplest. */
  oneOf<Name extends string>(key: string, names: readonly Name[]): Name {
    const picked = this.pick(
      key,
      names.map((name) => [name, 1]),
    );
    const found = names.find((name) => name === picked);
    if (found === undefined) throw new Error(`internal: ${picked} is not among ${names.join(", ")}`);
    return found;
  }

  /** Whether to do something extra: `yes` times in a hundred; not to is simplest. A feature's name is preferred. */
  chance(key: string, yes: number): boolean {
    return (
      this.pick(`${key}?`, [
        ["", 100 - yes],
        [key, yes],
      ]) === key
    );
  }

  /** A uniform integer from 0 to `high`; 0 is the simplest. */
  integer(key: string, high: number): number {
    const value = this.#recorded?.picks.get(key);
    const fallback = this.#chance?.integer(0, high) ?? 0;
    const chosen = typeof value === "number" && value <= high ? value : fallback;
    this.made.picks.set(key, chosen);
    return chosen;
  }

  /** The recorded choice, if it still is acceptable, or that of `propose`. */
  remember(
    key: string,
    propose: (chance: Chance | undefined) => string,
    acceptable: (recorded: string) => boolean,
  ): string {
    const recorded = this.#recorded?.picks.get(key);
    const chosen = typeof recorded === "string" && acceptable(recorded) ? recorded : propose(this.#chance);
    this.made.picks.set(key, chosen);
    return chosen;
  }

  /** The choices of the part with the given role. */
  at(key: string, label: string): Choices {
    const child = new Choices(label, this.#recorded?.children.get(key), this.#chance);
    this.made.children.set(key, child.made);
    return child;
  }

  /** Between `least` and `most` parts, when fresh at least `usual`; each can be dropped on its own when shrinking. */
  many(key: string, label: string, least: number, most: number, usual = least): Choices[] {
    const recorded = this.#recorded?.lists.get(key) ?? [];
    const count = this.#chance ? this.#chance.integer(usual, most) : Math.min(most, Math.max(least, recorded.length));
    const parts = Array.from({ length: count }, (_, index) => new Choices(label, recorded[index], this.#chance));
    this.made.lists.set(
      key,
      parts.map((part) => part.made),
    );
    return parts;
  }
}
