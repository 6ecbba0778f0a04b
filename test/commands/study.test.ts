// The command `study`: the texts of the paper's transformations with their work and tape, as text and as data, and its exit statuses.
import { describe, expect, test } from "vitest";
import { main } from "../../engine/cli.ts";
import { dual } from "../support/dual.ts";
import { EXAMPLES } from "../support/examples.ts";
import { IS_LONG, oneIn } from "../support/runs.ts";

const PROGRAM = "-- at: 0.5\ndef main x =\n  let s = sin x in\n  let e = exp s in\n  e * x\n";

interface StudyJson {
  readonly algorithm: string;
  readonly fragment: { readonly tag: string; readonly why?: string; readonly place?: unknown };
  readonly definitions: readonly {
    readonly name: string;
    readonly texts: Readonly<Record<string, { readonly name: string; readonly text: string; readonly work: number }>>;
    readonly tape: { readonly reals: number; readonly variables: readonly unknown[] };
    readonly choices: readonly { readonly name: string; readonly recomputed: boolean }[];
    readonly linear: { readonly in: number; readonly out: number };
    readonly again: { readonly name: string; readonly work: number; readonly same: boolean };
  }[];
}

function json(text: string, ...args: readonly string[]): StudyJson {
  const { out, err, status } = dual("study", text, "--json", ...args);
  expect([status, err]).toEqual([0, ""]);
  return JSON.parse(out);
}

test("prints f, f.J, both halves and the transpose of −sin u as Figs. 6, 9 and 10 have them, with W and the tape", () => {
  const { out, err, status } = dual(
    "study",
    "-- at: 1.0\ndef f u =\n  let v = sin u in\n  let w = -v in\n  w\n",
    "--entry",
    "f",
  );
  expect([status, err]).toEqual([0, ""]);
  expect(out.normalize("NFD")).toBe(
    `-- Linearise, unzip, transpose (Radul, Paszke, Frostig, Johnson and Maclaurin, POPL 2023)

-- W(f) = 2
def f(u;) =
  let (v;) = sin(u) in
  let (w;) = -v in
  (w;)

-- W(fᴶ) = 5
def fᴶ(u; u̇) =
  let (v;) = sin(u) in
  let (du;) = cos(u) in
  let (; v̇) = du * u̇ in
  let (w;) = -v in
  let (; ẇ) = -v̇ in
  (w; ẇ)

-- W(fᴶ.nonlin) = 3
def fᴶ.nonlin(u;) =
  let (v;) = sin(u) in
  let (du;) = cos(u) in
  let (w;) = -v in
  let (t;) = ⊗(du) in
  (w, t;)

-- W(fᴶ.lin) = 2
def fᴶ.lin(t; u̇) =
  let (⊗(du);) = t in
  let (; v̇) = du * u̇ in
  let (; ẇ) = -v̇ in
  (; ẇ)

-- W(fᴶ.linᵀ) = 2
def fᴶ.linᵀ(t; ẅ) =
  let (⊗(du);) = t in
  let (; v̈) = -ẅ in
  let (; ü) = du * v̈ in
  (; ü)

-- tape: 1 Real (du)
-- W(fᴶ.nonlin) + W(fᴶ.lin) = 3 + 2 = 5 = W(fᴶ)
-- W(fᴶ.linᵀ) + 1 = 3 ≤ 3 = W(fᴶ.lin) + 1
-- fᴶ.linᵀᵀ is fᴶ.lin, up to names, W = 2
`.normalize("NFD"),
  );
});

test("is of the algorithm that is asked for, and says which have one", () => {
  for (const [command, text] of [
    ["study", PROGRAM],
    ["linear", "def f(x;) = (x;)\n"],
  ] as const) {
    const usual = dual(command, text);
    expect(usual.status).toBe(0);
    expect(dual(command, text, "--algorithm", "yolo")).toEqual(usual);
    const other = dual(command, text, "--algorithm", "krawiec");
    expect([other.status, other.out]).toEqual([2, ""]);
    expect(other.err).toBe("there is no study of an algorithm `krawiec`; there is one of `yolo`\n");
  }
});

test("what is computed again leaves the tape, and costs what it costs", () => {
  const [plain] = json(PROGRAM).definitions;
  const [less] = json(PROGRAM, "--recompute", "dx").definitions;
  const [least] = json(PROGRAM, "--recompute", "dx, e,s").definitions;
  const works = (one = plain) => ["values", "linear", "transpose"].map((id) => one!.texts[id]!.work);
  expect([works(), works(less), works(least)]).toEqual([
    [4, 5, 5],
    [3, 6, 6],
    [3, 8, 8],
  ]);
  expect([plain, less, least].map((one) => one!.tape.reals)).toEqual([3, 2, 1]);
  expect(least!.tape.variables).toEqual([{ name: "x", reals: 1 }]);
  const { out } = dual("study", PROGRAM, "--recompute", "dx,e,s");
  expect(out).toContain("-- computed again: s, dx, e\n");
  expect(out).toContain("= 3 + 8 = 11 = W(mainᴶ) + 2\n");
});

test("a name is that of each definition that has it; a call is made again with its tape", () => {
  const text = "-- at: 2.0\ndef f x = let s = exp x in s * s\ndef main x = let s = f x in s * exp s\n";
  const { definitions } = json(text, "--recompute", "s");
  expect(definitions.map(({ name, choices }) => [name, choices.filter((one) => one.recomputed).length])).toEqual([
    ["f", 1],
    ["main", 1],
  ]);
  const [before, after] = [json(text), json(text, "--recompute", "w")].map((one) => one.definitions.at(-1)!);
  expect(before!.tape.variables).toContainEqual({ name: "w", reals: 1 });
  expect(after!.tape.variables).not.toContainEqual(expect.objectContaining({ name: "w" }));
  expect(after!.texts.linear!.text.normalize("NFD")).toContain("let (s, w;) = fᴶ.nonlin(x;) in");
  // f and its tape are computed twice; what is not used of them is dropped
  expect(after!.texts.linear!.work).toBe(before!.texts.linear!.work + 2);
  expect(after!.texts.values!.text.normalize("NFD")).toContain("drop((w;))");
});

test("the stages compute again what is asked for: the gradient is the same, the scalars too, and the machine counts the work that is told", () => {
  const text = `-- at: 0.5
def f (y : Real) = let s = exp y in s * sin s
def g (y : Real) = f (f y) + y
def main x = let s = g x in s * g (s * x)
`;
  const grad = (stage: string, ...args: readonly string[]) => {
    const run = dual("grad", text, "--stage", stage, "--json", ...args);
    expect([run.status, run.err]).toEqual([0, ""]);
    return JSON.parse(run.out);
  };
  const scalars = (stage: string, ...args: readonly string[]) =>
    dual("trace", text, "--stage", stage, ...args)
      .out.split("\n")
      .filter((line) => line.includes('"scalar"')).length;
  const known = ["w", "w₁", "s", "v"];
  for (const asked of [known.slice(0, 1), known]) {
    const args = ["--recompute", asked.join(",")];
    const main = json(text, ...args).definitions.at(-1)!.texts;
    for (const stage of ["unzipped", "transposed"]) {
      const [plain, again] = [grad(stage), grad(stage, ...args)];
      expect([again.value, again.gradient]).toEqual([plain.value, plain.gradient]);
      expect(scalars(stage, ...args)).toBe(scalars(stage));
      expect(again.cost.forward.work).toBe(main.values!.work);
      expect(again.cost.reverse.work).toBe(main[stage === "transposed" ? "transpose" : "linear"]!.work);
      expect(again.cost.reverse.work).toBeGreaterThan(plain.cost.reverse.work);
    }
    // what is printed has each definition once
    const printed = dual("stages", text, "--stage", "transposed", ...args).out.normalize("NFD");
    const heads = printed.split("\n").filter((line) => line.startsWith("def "));
    expect(new Set(heads).size).toBe(heads.length);
    expect(printed).toMatch(/let \(s : ℝ, w : ⊗\[.*\];\) = gᴶ\.nonlin\(x;\) in\n(.*\n)*.*gᴶ\.linᵀ\(w; /);
  }
});

test("what no stage keeps has no effect, and that is said", () => {
  const warned = (...args: readonly string[]) => dual("grad", PROGRAM, ...args).err;
  expect(warned("--stage", "transposed", "--recompute", "zzz")).toContain(
    "warning: --recompute has no effect: no stage here keeps what it names\n",
  );
  expect(warned("--stage", "tape", "--recompute", "dx")).toContain("--recompute has no effect");
  expect(warned("--stage", "transposed", "--recompute", "dx")).toBe("");
});

test("the sum of both halves is W(J) on every example, and the transpose does no more than the linear half, which it is when transposed", () => {
  for (const { text } of oneIn(3, EXAMPLES))
    for (const { texts, linear, again } of json(text).definitions) {
      const [j, values, lin, transpose] = ["tangents", "values", "linear", "transpose"].map((id) => texts[id]!.work);
      expect(values! + lin!).toBe(j);
      expect(transpose! + linear.in).toBeLessThanOrEqual(lin! + linear.out);
      expect([again.same, again.work]).toEqual([true, lin]);
    }
});

test("of a program beyond Linear A the run is shown: that, where and why", () => {
  const text = "-- at: 2.0\ndef main x =\n  if x > 1.0 then x * x else x\n";
  const { out } = dual("study", text);
  expect(out).toContain("\n-- This is a run, not the program: the program branches here (p:3:3). Another input");
  expect(json(text).fragment).toEqual({
    tag: "traced",
    why: "the program branches here",
    place: {
      line: 3,
      column: 3,
      from: text.indexOf("if"),
      to: text.indexOf("if") + "if x > 1.0 then x * x else x".length,
    },
  });
  expect(json(PROGRAM).fragment).toEqual({ tag: "inside" });
  expect(json(text, "--at", "0.5").definitions[0]!.texts.program!.work).toBeLessThan(
    json(text).definitions[0]!.texts.program!.work,
  );
});

test("a name that cannot be computed again is a wrong command line, with what can be", () => {
  expect(dual("study", PROGRAM, "--recompute", "dx,x")).toEqual({
    status: 2,
    out: "",
    err: "--recompute: nothing reads a variable `x` that can be computed again; what can be: dx e\n",
  });
  const long = `-- at: 1.0\ndef main x = ${Array.from({ length: 20 }, (_, k) => `sin (x + ${k}.0)`).join(" + ")}\n`;
  expect(dual("study", long, "--recompute", "zzz").err).toMatch(/what can be: (\S+ ){12}and \d+ more\n$/);
  const [{ choices } = { choices: [] }] = json(long).definitions;
  const nearly = `${choices[0]!.name}x`;
  expect(dual("study", long, "--recompute", nearly).err).toMatch(/did you mean `\S+`\?\n$/);
  expect(dual("study", "-- at: 1.0\ndef main x = x + 1.0", "--recompute", "x").err).toContain("what can be: nothing");
  for (const wrong of ["", "dx,", ","]) expect(dual("study", PROGRAM, "--recompute", wrong).status).toBe(2);
  expect(dual("run", PROGRAM, "--recompute", "dx").status).toBe(2);
});

test("1 is a mistake in the program or the input, 3 a run that is too long or takes too long", () => {
  expect(dual("study", "def main x = y")).toMatchObject({ status: 1, out: "" });
  expect(dual("study", PROGRAM, "--at", "True")).toMatchObject({ status: 1, out: "" });
  expect(dual("study", PROGRAM, "--entry", "other")).toMatchObject({ status: 1, out: "" });
  const long = dual("study", "-- at: build 60000 real\ndef main (xs : Array Real) = sumA (mapA sin xs)\n");
  expect(long).toMatchObject({ status: 3, out: "" });
  expect(long.err).toContain("more than 100000 scalars: too many for a program of its own");
  const slow = dual(
    "study",
    "-- at: 1.0\ndef f (n : Int) (x : Real) = if n == 0 then x else f (n - 1) x\ndef main x = f 1000000000 x\n",
    "--seconds",
    "0.2",
  );
  expect(slow).toMatchObject({ status: 3, out: "" });
});

test.each([[[]], [["--as-dual"]]])("a mistake of the run is told with its place and status 1 (%j)", (args) => {
  const ended = dual("study", '-- at: 2.0\ndef main x = if x > 1.0 then error "too large" else x', ...args);
  expect(ended).toMatchObject({ status: 1, out: "", err: expect.stringMatching(/:2:30: error: too large/) });
});

test("a definition at two types has two names, and an operation of one's own its number where the language's is there, too", () => {
  const twice = json(
    "-- at: 0.5\ndef dup a = (a, a)\ndef main x = let (a, b) = dup x in let ((p, q), r) = dup (a, b) in p * q\n",
  );
  expect(twice.definitions.map(({ name }) => name)).toEqual(["dup", "dup₂", "main"]);
  expect(twice.definitions.filter((one) => "given" in one)).toEqual([]);
  const text = "-- at: 0.5\nop exp (x : Real) = x * x by 2.0 * x\ndef main x = exp x";
  const operations = (more: string): readonly string[] =>
    json(`${text}${more}\n`).definitions[0]!.texts.tangents!.text.match(/\bexp(?:#\d+)?(?=\()/g) ?? [];
  expect(new Set(operations(""))).toEqual(new Set(["exp"]));
  expect(new Set(operations(" + logSumExpA #[x, 1.0]"))).toEqual(new Set(["exp#2", "exp"]));
});

test("the texts of a long run are counted, and not printed", () => {
  const text = (n: number) => `-- at: build ${n} real\ndef main (xs : Array Real) = sumA (mapA sin xs)\n`;
  const [short, long] = [1000, 3000].map((n) => json(text(n)).definitions[0]!);
  expect(short!.texts.program!.text.length).toBeGreaterThan(10_000);
  const { out } = dual("study", text(3000));
  expect(out).toContain("\n-- the run has more than 5000 scalars: its texts are counted, and not printed\n");
  expect(out.length).toBeLessThan(1000);
  expect(out).toContain("-- tape: 3000 Reals (t × 3000)\n");
  // what grows with n in a run that is printed goes on growing so
  for (const id of ["program", "tangents", "values", "linear", "transpose"]) {
    const [a, b] = [short!.texts[id]!, long!.texts[id]!];
    expect(b.text).toBe("");
    // one operation, or a few, for each element, and as many in all beside them
    expect(b.work - a.work).toBe(Math.round(a.work / 1000) * 2000);
  }
  expect(long!.again.same).toBe(true);
});

test.runIf(IS_LONG)("a stage runs the texts of a long run and counts their work, and does not print them", () => {
  const text = "-- at: build 3000 real\ndef main (xs : Array Real) = sumA (mapA sin xs)\n";
  const { gradientScalars, cost } = JSON.parse(dual("grad", text, "--stage", "transposed", "--json").out);
  expect(gradientScalars).toEqual(Array.from({ length: 3000 }, (_, k) => Math.cos(k)));
  const { values, transpose } = json(text).definitions[0]!.texts;
  expect([cost.forward.work, cost.reverse.work]).toEqual([values!.work, transpose!.work]);
  const printed = dual("stages", text, "--stage", "transposed").out;
  expect(printed).toContain("\n-- the run has more than 5000 scalars: it is run and counted, and not printed\n");
  expect(printed.length).toBeLessThan(1000);
});

describe("what is made of a program with linearity erased", () => {
  const SINE = "-- at: 1.0\ndef f u =\n  let v = sin u in\n  let w = -v in\n  w\n";

  test("is studied like the program: J of J, at W 15 (Y-A11), and the transpose of the gradient, which is f''", () => {
    const { out, status } = dual("study", SINE, "--entry", "f", "--of", "linearised");
    expect(status).toBe(0);
    expect(out).toContain("-- W(fᴶᴸ) = 5\n");
    expect(out).toContain("-- W(fᴶᴸᴶ) = 15\n");
    expect(json(SINE, "--entry", "f", "--of", "gradient").definitions.map(({ name }) => name)).toEqual(["f.grad"]);
    expect(dual("study", SINE, "--entry", "f", "--of", "second").out).toContain("def f.grad.gradᴶ.linᵀ(");
  });

  test("is printed as a program of Dual that runs: -cos 1, and sin 1", () => {
    const value = (of: string): string => {
      const { out, err, status } = dual("study", SINE, "--entry", "f", "--of", of, "--as-dual");
      expect([status, err]).toEqual([0, ""]);
      return dual("run", out).out;
    };
    expect(value("program")).toBe(`${-Math.sin(1)}\n`);
    expect(value("gradient")).toBe(`${-Math.cos(1)}\n`);
    expect(value("second")).toBe(`${Math.sin(1)}\n`);
    expect(value("linearised")).toBe(`(${-Math.sin(1)}, ${-Math.cos(1)})\n`);
  });

  test("takes derivatives that were given by hand, and the cotangent", () => {
    const text = "-- at: 3.0\ndef sq (x : Real) = x * x\ndef main x = (sq x, x)\n";
    const given =
      "def sq.J(x; dx) =\n let (y;) = x * x in\n let (; a, b) = dup(dx) in\n let (; c) = x * a in\n let (; d) = y * b in\n let (; e) = c + d in\n (y; e)\n";
    let out = "";
    const status = main(
      ["study", "p", "--linear", "q", "--of", "gradient", "--as-dual", "--cotangent", "(10.0, 1.0)"],
      {
        read: (name) => (name === "q" ? given : text),
        write: () => undefined,
        out: (more) => {
          out += more;
        },
        err: () => undefined,
      },
    );
    expect(status).toBe(0);
    // x + y instead of 2x, ten times, and 1
    expect(dual("run", out).out).toBe("121.0\n");
  });

  test("says where it is not, and which words there are", () => {
    const own = "-- at: 2.0\nop cube x = x * x * x by 3.0 * x * x\ndef main (x : Real) = cube x\n";
    const { err, status } = dual("study", own, "--of", "gradient");
    expect(status).toBe(1);
    expect(err).toContain(
      "3:23: error: this cannot be linearised again: the partials of `cube`, behind its `by`, are plain numbers",
    );
    expect(dual("study", SINE, "--of", "gradients").err).toBe(
      "--of is program, linearised, gradient or second, not `gradients`; did you mean `gradient`?\n",
    );
    expect(dual("study", SINE, "--as-dual", "--json").status).toBe(2);
    expect(dual("study", SINE, "--as-dual", "--recompute", "v").status).toBe(2);
  });
});
