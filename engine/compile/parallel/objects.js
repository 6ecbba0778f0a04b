// JavaScript objects of a program (closures, data with closures or arrays in it, columns that are no Reals) as numbers in cells, for other threads to
// make them again. It is JavaScript because threads are started with its text.

/** Meanings of a number. */
const NUMBER = 0;
const TRUTH = 1;
const NOTHING = 2;
const OBJECT = 3;

/** Kinds of objects. */
const COLUMN = 0;
const CLOSURE = 1;
const DATA = 2;

/** Objects between two looks at the clock. */
const LOOK = 1024;

/** Writes objects into new cells: the first. What is one object stays one. */
export function encode({ memory, host }, roots) {
  const numbers = [roots.length, 0];
  const places = new Map();
  const nodes = [];
  const refer = (value) => {
    if (typeof value === "number") numbers.push(NUMBER, value);
    else if (typeof value === "boolean") numbers.push(TRUTH, value ? 1 : 0);
    else if (value === undefined) numbers.push(NOTHING, 0);
    else {
      let place = places.get(value);
      if (place === undefined) {
        place = nodes.push(value) - 1;
        places.set(value, place);
      }
      numbers.push(OBJECT, place);
    }
  };
  for (const root of roots) refer(root);
  for (let at = 0; at < nodes.length; at++) {
    if (at % LOOK === LOOK - 1) host.pause();
    const node = nodes[at];
    const closure = host.closureOf(node);
    if (Array.isArray(node)) {
      numbers.push(COLUMN, 0, 0, node.length);
      for (let i = 0; i < node.length; i++) refer(node[i]);
    } else if (closure !== undefined) {
      numbers.push(CLOSURE, closure[0], closure[1], node.c.length);
      for (const one of node.c) refer(one);
    } else {
      const id = host.classOf(node);
      const { fields } = host.classes[id];
      numbers.push(DATA, id, 0, fields);
      for (let i = 0; i < fields; i++) refer(node[`f${i}`]);
    }
  }
  numbers[1] = nodes.length;
  const place = memory.cells(numbers.length);
  memory.V.set(numbers, place);
  return place;
}

/** The objects that lie in cells. */
export function decode({ memory, host }, place) {
  const { V } = memory;
  const [count, total] = [V[place], V[place + 1]];
  const begin = place + 2 + 2 * count;
  const nodes = new Array(total);
  const made = (kind, a, b, length) =>
    kind === COLUMN ? new Array(length) : kind === CLOSURE ? host.newClosure(a, b, length) : host.classes[a].make();
  for (let at = begin, i = 0; i < total; i++) {
    const length = V[at + 3];
    nodes[i] = made(V[at], V[at + 1], V[at + 2], length);
    at += 4 + 2 * length;
  }
  const valueAt = (at) => {
    const [kind, value] = [V[at], V[at + 1]];
    return kind === NUMBER ? value : kind === TRUTH ? value === 1 : kind === NOTHING ? undefined : nodes[value];
  };
  for (let at = begin, i = 0; i < total; i++) {
    const [kind, length] = [V[at], V[at + 3]];
    const node = nodes[i];
    at += 4;
    for (let j = 0; j < length; j++, at += 2) {
      const value = valueAt(at);
      if (kind === COLUMN) node[j] = value;
      else if (kind === CLOSURE) node.c[j] = value;
      else node[`f${j}`] = value;
    }
  }
  return Array.from({ length: count }, (_, i) => valueAt(place + 2 + 2 * i));
}
