// Data and arrays in JavaScript: how they are made, looked into and taken apart.
import type { Atom, Stmt } from "../ir/ir.ts";
import { type ConLayout, isRealCons, nullaryAddress, wordsOf } from "../ir/layout.ts";
import { Writer } from "./writer.ts";

/** What makes data, looks into it, or takes it apart. */
export type DataStmt = Extract<
  Stmt,
  {
    readonly tag: "is" | "new" | "link" | "fields" | "contiguous" | "alloc" | "put" | "get" | "bounds" | "push" | "pop";
  }
>;

/** Writes what is done with data. */
export class DataWriter extends Writer {
  protected data(stmt: DataStmt): void {
    switch (stmt.tag) {
      case "is":
        return this.emit(`${this.v(stmt.out)} = ${this.isCon(this.value(stmt.of), stmt.con)};`);
      case "new": {
        if (stmt.con.data.kind === "address") return this.record(stmt);
        const id = this.context.classOf(stmt.con);
        const fields = stmt.fields.map((field) => this.stored(field));
        return this.emit(
          `${this.v(stmt.out)} = ${fields.length === 0 ? `N${id}` : `new K${id}(${fields.join(", ")})`};`,
        );
      }
      case "link":
        if (stmt.con.data.kind === "address")
          return this.emit(`${this.word(stmt.of, stmt.con, stmt.index)} = ${this.stored(stmt.value)};`);
        return this.emit(`${this.value(stmt.of)}.f${stmt.index} = ${this.stored(stmt.value)};`);
      case "fields":
        if (stmt.con.data.kind === "address") {
          stmt.outs.forEach((out, index) => {
            const word = this.word(stmt.of, stmt.con, index);
            if (stmt.con.kinds[index] === "int") this.emit(`${this.v(out)} = ${this.state.at("V", word)};`);
            else this.load(out, out.kind === "bool" ? `${word} === 1` : word);
          });
          return;
        }
        stmt.outs.forEach((out, index) => this.load(out, `${this.value(stmt.of)}.f${index}`));
        return;
      case "contiguous": {
        const [of, size] = [this.value(stmt.of), this.v(stmt.outs[0])];
        this.emit(`${size} = ${of} < 0 ? 0 : ${this.state.at("H", `${of} + 2`)} || runFrom(${of});`);
        return this.emit(`${this.v(stmt.outs[1])} = ${size} > 0 ? ${this.state.at("H", of)} : 0;`);
      }
      case "alloc":
        return this.alloc(stmt);
      case "put":
        stmt.columns.forEach((column, index) => {
          const [at, value] = [this.value(stmt.index), this.value(stmt.values[index]!)];
          if (stmt.kinds[index] === "real")
            this.emit(`${this.state.at("V", `${this.value(column)} + ${at}`)} = ${value};`);
          else this.emit(`${this.value(column)}[${at}] = ${value};`);
        });
        return;
      case "get":
        stmt.outs.forEach((out, index) => {
          const [column, at] = [this.value(stmt.columns[index]!), this.value(stmt.index)];
          this.load(out, out.kind === "real" ? `${column} + ${at}` : `${column}[${at}]`);
        });
        return;
      case "bounds": {
        const site = this.context.site({ kind: "index", message: [], span: stmt.span });
        const [index, size] = [this.value(stmt.index), this.value(stmt.size)];
        return this.emit(`if (!(${index} >= 0 && ${index} < ${size})) throw mistake(${site}, [${index}, ${size}]);`);
      }
      case "push": {
        const numbers = stmt.values.filter(({ kind }) => kind !== "pointer");
        if (numbers.length > 0) {
          this.reserve("S", numbers.length);
          stmt.values.forEach((one, index) => {
            if (one.kind === "pointer") return;
            if (stmt.stack.kinds[index] === "int") {
              this.reserve("V", 1);
              this.emit(
                `${this.state.at("V", "n")} = ${this.value(one)}; ${this.state.at("S", "sp++")} = ${this.state.newCell()};`,
              );
            } else
              this.emit(
                `${this.state.at("S", "sp++")} = ${one.kind === "bool" ? `+${this.value(one)}` : this.stored(one)};`,
              );
          });
        }
        for (const one of stmt.values) if (one.kind === "pointer") this.emit(`O.push(${this.value(one)});`);
        return;
      }
      case "pop": {
        const reversed = stmt.outs.toReversed();
        for (const out of reversed) if (out.kind === "pointer") this.emit(`${this.v(out)} = O.pop();`);
        for (const out of reversed)
          if (out.kind === "int") this.emit(`${this.v(out)} = ${this.state.at("V", this.state.at("S", "--sp"))};`);
          else if (out.kind !== "pointer")
            this.load(out, `${this.state.at("S", "--sp")}${out.kind === "bool" ? " === 1" : ""}`);
        return;
      }
    }
  }

  private isCon(code: string, con: ConLayout): string {
    const { cons } = con.data;
    if (con.data.kind === "address") {
      if (con.kinds.length === 0) return `${code} === ${nullaryAddress(con)}`;
      return wordsOf(con).isTagged ? `${code} > -1 && ${this.state.at("H", code)} === ${con.index}` : `${code} > -1`;
    }
    const id = this.context.classOf(con);
    if (con.kinds.length === 0) return `${code} === N${id}`;
    const other = cons.length === 2 ? cons.find((one) => one !== con && one.kinds.length === 0) : undefined;
    if (other !== undefined) return `${code} !== N${this.context.classOf(other)}`;
    return `${code}.t === ${con.index}`;
  }

  /** Data in the heap. */
  private record({ out, con, fields }: Extract<Stmt, { tag: "new" }>): void {
    const v = this.v(out);
    if (fields.length === 0) return this.emit(`${v} = ${nullaryAddress(con)};`);
    const { isTagged, size } = wordsOf(con);
    this.reserve("H", size);
    this.emit(this.state.take(v, "h", String(size)));
    if (isTagged) this.emit(`${this.state.at("H", v)} = ${con.index};`);
    if (isRealCons(con)) this.emit(`${this.state.at("H", `${v} + ${size - 1}`)} = 0;`);
    fields.forEach((field, index) => {
      const word = this.word(out, con, index);
      if (field.kind === "bool") this.emit(`${word} = +${this.value(field)};`);
      else if (con.kinds[index] === "int") {
        // a number that may not fit a word lies in a cell
        this.reserve("V", 1);
        this.emit(`${this.state.at("V", "n")} = ${this.value(field)}; ${word} = ${this.state.newCell()};`);
      } else this.emit(`${word} = ${this.stored(field)};`);
    });
  }

  private word(of: Atom, con: ConLayout, index: number): string {
    const at = index + (wordsOf(con).isTagged ? 1 : 0);
    return this.state.at("H", `${this.value(of)}${at === 0 ? "" : ` + ${at}`}`);
  }

  private alloc({ outs, kinds, size }: Extract<Stmt, { tag: "alloc" }>): void {
    kinds.forEach((kind, index) => {
      const out = this.v(outs[index]!);
      const count = this.value(size);
      if (kind === "real") {
        this.emit(this.state.room("V", count));
        this.emit(this.state.take(out, "n", count));
      } else this.emit(`${out} = newColumn(${count});`);
    });
  }
}
