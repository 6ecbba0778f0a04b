// The run time of exported modules, as text: plain JavaScript data in and out. It stands after the kernel and the program.

/**
 * The text. It expects `runtime`, `types` (see {@link describeTypes}), `PARAM` and `RESULT` (numbers of types). All walks are
 * loops with their own stack, so that data may be of any depth.
 */
export const PLAIN_DATA = `
/** The parts of composite data with their types; undefined for a scalar. */
function partsOf(type, value) {
  switch (type.t) {
    case "unit":
      return [[], []];
    case "tuple":
      return [type.items, value];
    case "list":
    case "array":
      return [type.item, value];
    case "data":
      return [type.cons.find((con) => con.name === value.tag).fields, value.fields];
    default:
      return undefined;
  }
}

/** What data should be and is not, as an error with the way to it. */
function expect(holds, path, what) {
  if (!holds) throw new TypeError(path + ": " + what + " is expected");
}

/** Checks that data is of a type. */
function checkData(start, data, name) {
  const tasks = [[start, data, name]];
  while (tasks.length > 0) {
    const [id, value, path] = tasks.pop();
    const type = types[id];
    switch (type.t) {
      case "real":
        expect(typeof value === "number", path, "a number");
        break;
      case "int":
        expect(Number.isSafeInteger(value) || Math.abs(value) === 2 ** 53, path, "a whole number up to 2^53");
        break;
      case "bool":
        expect(typeof value === "boolean", path, "true or false");
        break;
      case "unit":
        expect(value === null, path, "null");
        break;
      case "tuple":
        expect(Array.isArray(value) && value.length === type.items.length, path, "an array of " + type.items.length);
        break;
      case "list":
      case "array":
        expect(Array.isArray(value) || value instanceof Float64Array, path, "an array");
        break;
      case "data": {
        const tags = type.cons.map((con) => con.name).join(", ");
        expect(typeof value === "object" && value !== null, path, "an object { tag, fields } with a tag of " + tags);
        const con = type.cons.find((one) => one.name === value.tag);
        expect(con !== undefined, path + ".tag", "one of " + tags);
        const count = con.fields.length;
        expect(Array.isArray(value.fields) && value.fields.length === count, path + ".fields", "an array of " + count);
        break;
      }
    }
    const parts = partsOf(type, value);
    if (parts === undefined || types[parts[0]]?.t === "real" && value instanceof Float64Array) continue;
    const at = type.t === "data" ? path + ".fields" : path;
    for (let i = parts[1].length - 1; i >= 0; i--)
      tasks.push([typeof parts[0] === "number" ? parts[0] : parts[0][i], parts[1][i], at + "[" + i + "]"]);
  }
}

/** Calls leaf with every Real of data, from left to right; with like, data must have the same form as that. */
function visitReals(start, data, leaf, like) {
  const tasks = [[start, data, like]];
  while (tasks.length > 0) {
    const [id, value, other] = tasks.pop();
    const type = types[id];
    if (type.t === "real") leaf(value);
    const parts = partsOf(type, value);
    if (parts === undefined) continue;
    const others = other === undefined ? undefined : partsOf(type, other)[1];
    if (others !== undefined && (others.length !== parts[1].length || value.tag !== other.tag))
      throw new TypeError("the cotangent does not have the form of the result");
    for (let i = parts[1].length - 1; i >= 0; i--)
      tasks.push([typeof parts[0] === "number" ? parts[0] : parts[0][i], parts[1][i], others?.[i]]);
  }
}

/** Data of the same form with other Reals. */
function withReals(start, data, next) {
  const result = [];
  const tasks = [[start, data, result, 0]];
  while (tasks.length > 0) {
    const [id, value, out, at] = tasks.pop();
    const type = types[id];
    const parts = partsOf(type, value);
    if (parts === undefined || type.t === "unit") {
      out[at] = type.t === "real" ? next() : value;
      continue;
    }
    const made = value instanceof Float64Array ? new Float64Array(value.length) : new Array(parts[1].length);
    out[at] = type.t === "data" ? { tag: value.tag, fields: made } : made;
    for (let i = parts[1].length - 1; i >= 0; i--)
      tasks.push([typeof parts[0] === "number" ? parts[0] : parts[0][i], parts[1][i], made, i]);
  }
  return result[0];
}

/** Takes data in: gives its components, and tells the cells of its Reals from left to right. */
function take(start, data, reals) {
  const components = [];
  const top = { set: (at, component) => { components[at] = component; } };
  const tasks = [[start, data, top, 0]];
  const spread = (fields, values, target, at) => {
    let end = at;
    for (const id of fields) end += types[id].width;
    for (let i = fields.length - 1; i >= 0; i--) {
      end -= types[fields[i]].width;
      tasks.push([fields[i], values[i], target, end]);
    }
  };
  /** An object or record of a constructor, and where its components go. */
  const construct = (type, con) => {
    if (!type.flat) {
      const object = runtime.makers[con.maker]();
      return [object, { set: (at, component) => { object["f" + at] = component; } }];
    }
    if (con.kinds.length === 0) return [con.address, undefined];
    const address = runtime.record(con.size);
    const first = con.tagged ? address + 1 : address;
    if (con.tagged) runtime.words[address] = con.index;
    if (con.run) runtime.words[first + con.kinds.length] = 0;
    const set = (at, component) => {
      let word = Number(component);
      if (con.kinds[at] === "int") {
        word = runtime.cells(1);
        runtime.values[word] = component;
      }
      runtime.words[first + at] = word;
    };
    return [address, { set }];
  };
  while (tasks.length > 0) {
    const [id, value, target, at] = tasks.pop();
    const type = types[id];
    switch (type.t) {
      case "real": {
        const cell = target.cell === undefined ? runtime.cells(1) : target.cell(at);
        runtime.values[cell] = value;
        reals(cell);
        if (target.cell === undefined) target.set(at, cell);
        break;
      }
      case "int":
      case "bool":
        target.set(at, value);
        break;
      case "unit":
        break;
      case "tuple":
        spread(type.items, value, target, at);
        break;
      case "data": {
        const con = type.cons.find((one) => one.name === value.tag);
        if (type.product) {
          spread(con.fields, value.fields, target, at);
          break;
        }
        const [made, inside] = construct(type, con);
        target.set(at, made);
        if (inside !== undefined) spread(con.fields, value.fields, inside, 0);
        break;
      }
      case "list": {
        const all = new Array(value.length);
        let end = (made) => target.set(at, made);
        for (let i = 0; i < value.length; i++) {
          const [made, inside] = construct(type, type.cons[1]);
          end(made);
          all[i] = inside;
          end = (next) => inside.set(types[type.item].width, next);
        }
        end(construct(type, type.cons[0])[0]);
        for (let i = value.length - 1; i >= 0; i--) tasks.push([type.item, value[i], all[i], 0]);
        break;
      }
      case "array": {
        const size = value.length;
        const columns = type.kinds.map((kind) => (kind === "real" ? runtime.cells(size) : new Array(size)));
        target.set(at, size);
        columns.forEach((column, index) => target.set(at + 1 + index, column));
        for (let i = size - 1; i >= 0; i--)
          tasks.push([type.item, value[i], {
            set: (index, component) => { columns[index][i] = component; },
            cell: (index) => columns[index] + i,
          }, 0]);
        break;
      }
    }
  }
  return components;
}

/** Brings data out of components, and tells the cells of its Reals from left to right. */
function give(start, components, reals) {
  const result = [];
  const tasks = [[start, (at) => components[at], 0, result, 0]];
  const spread = (fields, source, at) => {
    const out = new Array(fields.length);
    let end = at;
    for (const id of fields) end += types[id].width;
    for (let i = fields.length - 1; i >= 0; i--) {
      end -= types[fields[i]].width;
      tasks.push([fields[i], source, end, out, i]);
    }
    return out;
  };
  /** The constructor of what a component leads to, and its components. */
  const look = (type, cons, component) => {
    if (!type.flat) return [cons[component.t], (at) => component["f" + at]];
    if (component < 0) return [cons[-1 - component], undefined];
    const con = cons.find((one) => one.kinds.length > 0 && (!one.tagged || runtime.words[component] === one.index));
    const first = con.tagged ? component + 1 : component;
    return [con, (at) => {
      const word = runtime.words[first + at];
      return con.kinds[at] === "int" ? runtime.values[word] : con.kinds[at] === "bool" ? word === 1 : word;
    }];
  };
  while (tasks.length > 0) {
    const [id, source, at, out, index] = tasks.pop();
    const type = types[id];
    switch (type.t) {
      case "real": {
        const cell = source(at);
        out[index] = runtime.values[cell];
        reals(cell);
        break;
      }
      case "int":
      case "bool":
        out[index] = source(at);
        break;
      case "unit":
        out[index] = null;
        break;
      case "tuple":
        out[index] = spread(type.items, source, at);
        break;
      case "data": {
        const [con, inside] = type.product ? [type.cons[0], source] : look(type, type.cons, source(at));
        out[index] = { tag: con.name, fields: con.fields.length === 0 ? [] : spread(con.fields, inside, type.product ? at : 0) };
        break;
      }
      case "list": {
        const items = [];
        let [con, inside] = look(type, type.cons, source(at));
        const heads = [];
        while (con === type.cons[1]) {
          heads.push(inside);
          [con, inside] = look(type, type.cons, inside(types[type.item].width));
        }
        out[index] = items;
        for (let i = heads.length - 1; i >= 0; i--) tasks.push([type.item, heads[i], 0, items, i]);
        break;
      }
      case "array": {
        const size = source(at);
        const columns = type.kinds.map((_, column) => source(at + 1 + column));
        const items = new Array(size);
        out[index] = items;
        for (let i = size - 1; i >= 0; i--)
          tasks.push([type.item, (column) => (type.kinds[column] === "real" ? columns[column] + i : columns[column][i]), 0, items, i]);
        break;
      }
    }
  }
  return result[0];
}

function run(input) {
  checkData(PARAM, input, "x");
  runtime.begin();
  const inputs = [];
  const components = take(PARAM, input, (cell) => inputs.push(cell));
  runtime.loaded();
  runtime.run(components);
  const outputs = [];
  const value = give(RESULT, runtime.results(), (cell) => outputs.push(cell));
  return { value, inputs, outputs };
}

function sweep(inputs, outputs, cotangents, careful) {
  const cells = runtime.back(outputs, cotangents, careful);
  return inputs.map((cell) => cells[cell] + 0);
}
`;
