// Data and arrays in JavaScript: how they are made, looked into and taken apart.
import { nth } from "../../../base/nth.ts";
import type { Atom, Stmt } from "../../ir/ir.ts";
import { type ConLayout, isRealCons, nullaryAddress, wordsOf } from "../../ir/layout.ts";
import type { Writer } from "./writer.ts";

/** Makes data, looks into it, or takes it apart. */
export type DataStmt = Extract<
  Stmt,
  {
    readonly tag:
      | "is"
      | "new"
      | "link"
      | "fields"
      | "contiguous"
      | "conses"
      | "alloc"
      | "column"
      | "put"
      | "get"
      | "bounds"
      | "push"
      | "pop";
  }
>;

/** Writes what is done with data: a table by the tag of the statement, which is clearer whole. */
export function writeData(w: Writer, stmt: DataStmt): void {
  switch (stmt.tag) {
    case "is":
      return w.emit(`${w.v(stmt.out)} = ${isCon(w, w.value(stmt.of), stmt.con)};`);
    case "new": {
      if (stmt.con.data.kind === "address") return record(w, stmt);
      const id = w.context.classOf(stmt.con);
      const fields = stmt.fields.map((field) => w.stored(field));
      return w.emit(`${w.v(stmt.out)} = ${fields.length === 0 ? `N${id}` : `new K${id}(${fields.join(", ")})`};`);
    }
    case "link":
      if (stmt.con.data.kind === "address")
        return w.emit(`${wordAt(w, stmt.of, stmt.con, stmt.index)} = ${w.stored(stmt.value)};`);
      return w.emit(`${w.value(stmt.of)}.f${stmt.index} = ${w.stored(stmt.value)};`);
    case "fields":
      if (stmt.con.data.kind === "address") {
        stmt.outs.forEach((out, index) => {
          const word = wordAt(w, stmt.of, stmt.con, index);
          if (stmt.con.kinds[index] === "int") w.emit(`${w.v(out)} = ${w.state.at("V", word)};`);
          else w.load(out, out.kind === "bool" ? `${word} === 1` : word);
        });
        return;
      }
      stmt.outs.forEach((out, index) => w.load(out, `${w.value(stmt.of)}.f${index}`));
      return;
    case "contiguous": {
      const [of, size] = [w.value(stmt.of), w.v(stmt.outs[0])];
      w.emit(
        `${size} = ${of} < 0 ? 0 : ${w.state.at("H", `${of} + 2`)} || ${w.context.calls.runtime("runFrom")}(${of});`,
      );
      return w.emit(`${w.v(stmt.outs[1])} = ${size} > 0 ? ${w.state.at("H", of)} : 0;`);
    }
    case "conses": {
      const [list, size] = [w.v(stmt.out), w.value(stmt.size)];
      const words = `${wordsOf(stmt.con).size} * ${size}`;
      w.emit(w.state.room("H", words));
      w.emit(w.state.take(list, "h", words));
      const made = `${w.context.calls.runtime("conses")}(${list}, ${w.value(stmt.first)}, ${size}, ${w.value(stmt.rest)})`;
      return w.emit(`${list} = ${made};`);
    }
    case "alloc":
      return alloc(w, stmt);
    case "column":
      return w.emit(
        `${w.v(stmt.out)} = ${stmt.out.kind === "index" ? w.context.cellsOf(stmt.values) : w.context.columnOf(stmt.values)};`,
      );
    case "put":
      stmt.columns.forEach((column, index) => {
        const [at, value] = [w.value(stmt.index), w.value(nth(stmt.values, index))];
        const sets = stmt.isSum === true ? "+=" : "=";
        if (stmt.kinds[index] === "real") w.emit(`${w.state.at("V", `${w.value(column)} + ${at}`)} ${sets} ${value};`);
        else w.emit(`${w.value(column)}[${at}] = ${value};`);
      });
      return;
    case "get":
      stmt.outs.forEach((out, index) => {
        const [column, at] = [w.value(nth(stmt.columns, index)), w.value(stmt.index)];
        w.load(out, out.kind === "real" ? `${column} + ${at}` : `${column}[${at}]`);
      });
      return;
    case "bounds": {
      const site = w.context.site({ kind: "index", message: [], span: stmt.span }, stmt.at);
      const [index, size] = [w.value(stmt.index), w.value(stmt.size)];
      return w.emit(`if (!(${index} >= 0 && ${index} < ${size})) throw mistake(${site}, [${index}, ${size}]);`);
    }
    case "push": {
      const numbers = stmt.values.filter(({ kind }) => kind !== "pointer");
      if (numbers.length > 0) {
        w.reserve("S", numbers.length);
        stmt.values.forEach((one, index) => {
          if (one.kind === "pointer") return;
          if (stmt.stack.kinds[index] === "int") {
            w.reserve("V", 1);
            w.emit(`${w.state.at("V", "n")} = ${w.value(one)}; ${w.state.at("S", "sp++")} = ${w.state.newCell()};`);
          } else w.emit(`${w.state.at("S", "sp++")} = ${one.kind === "bool" ? `+${w.value(one)}` : w.stored(one)};`);
        });
      }
      for (const one of stmt.values) if (one.kind === "pointer") w.emit(`O.push(${w.value(one)});`);
      return;
    }
    case "pop": {
      const reversed = stmt.outs.toReversed();
      for (const out of reversed) if (out.kind === "pointer") w.emit(`${w.v(out)} = O.pop();`);
      for (const out of reversed)
        if (out.kind === "int") w.emit(`${w.v(out)} = ${w.state.at("V", w.state.at("S", "--sp"))};`);
        else if (out.kind !== "pointer")
          w.load(out, `${w.state.at("S", "--sp")}${out.kind === "bool" ? " === 1" : ""}`);
      return;
    }
  }
}

function isCon(w: Writer, code: string, con: ConLayout): string {
  const { cons } = con.data;
  if (con.data.kind === "address") {
    if (con.kinds.length === 0) return `${code} === ${nullaryAddress(con)}`;
    return wordsOf(con).isTagged ? `${code} > -1 && ${w.state.at("H", code)} === ${con.index}` : `${code} > -1`;
  }
  const id = w.context.classOf(con);
  if (con.kinds.length === 0) return `${code} === N${id}`;
  const other = cons.length === 2 ? cons.find((one) => one !== con && one.kinds.length === 0) : undefined;
  if (other !== undefined) return `${code} !== N${w.context.classOf(other)}`;
  return `${code}.t === ${con.index}`;
}

/** Data in the heap. */
function record(w: Writer, { out, con, fields }: Extract<Stmt, { tag: "new" }>): void {
  const v = w.v(out);
  if (fields.length === 0) return w.emit(`${v} = ${nullaryAddress(con)};`);
  const { isTagged, size } = wordsOf(con);
  w.reserve("H", size);
  w.emit(w.state.take(v, "h", String(size)));
  if (isTagged) w.emit(`${w.state.at("H", v)} = ${con.index};`);
  if (isRealCons(con)) w.emit(`${w.state.at("H", `${v} + ${size - 1}`)} = 0;`);
  fields.forEach((field, index) => {
    const word = wordAt(w, out, con, index);
    if (field.kind === "bool") w.emit(`${word} = +${w.value(field)};`);
    else if (con.kinds[index] === "int") {
      // a number that may not fit a word lies in a cell
      w.reserve("V", 1);
      w.emit(`${w.state.at("V", "n")} = ${w.value(field)}; ${word} = ${w.state.newCell()};`);
    } else w.emit(`${word} = ${w.stored(field)};`);
  });
}

function wordAt(w: Writer, of: Atom, con: ConLayout, index: number): string {
  const at = index + (wordsOf(con).isTagged ? 1 : 0);
  return w.state.at("H", `${w.value(of)}${at === 0 ? "" : ` + ${at}`}`);
}

function alloc(w: Writer, { outs, kinds, size }: Extract<Stmt, { tag: "alloc" }>): void {
  kinds.forEach((kind, index) => {
    const out = w.v(nth(outs, index));
    const count = w.value(size);
    if (kind === "real") {
      w.emit(w.state.room("V", count));
      w.emit(w.state.take(out, "n", count));
    } else w.emit(`${out} = ${w.context.calls.runtime("newColumn")}(${count});`);
  });
}
