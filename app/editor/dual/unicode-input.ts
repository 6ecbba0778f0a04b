// Signs of the papers by their names: `\lambda`, then Tab. Only signs of the language are offered.
import type { Extension } from "@codemirror/state";
import { Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";

/** The other spellings of the language's signs, and Greek letters, which are letters of names. */
export const SIGNS: Readonly<Record<string, string>> = {
  lambda: "λ",
  to: "→",
  rightarrow: "→",
  le: "≤",
  leq: "≤",
  ge: "≥",
  geq: "≥",
  ne: "≠",
  neq: "≠",
  star: "⋆",
  alpha: "α",
  beta: "β",
  gamma: "γ",
  delta: "δ",
  epsilon: "ε",
  zeta: "ζ",
  eta: "η",
  theta: "θ",
  iota: "ι",
  kappa: "κ",
  mu: "μ",
  nu: "ν",
  xi: "ξ",
  pi: "π",
  rho: "ρ",
  sigma: "σ",
  tau: "τ",
  phi: "φ",
  chi: "χ",
  psi: "ψ",
  omega: "ω",
};

/** The name before an offset of a line, and the sign that it stands for; undefined where there is none. */
export function signBefore(
  line: string,
  signs = SIGNS,
): { readonly length: number; readonly sign: string } | undefined {
  const name = /\\([a-z]+)$/.exec(line)?.[1];
  const sign = name !== undefined && Object.hasOwn(signs, name) ? signs[name] : undefined;
  return name === undefined || sign === undefined ? undefined : { length: name.length + 1, sign };
}

/** Tab puts the sign of a name in its place. */
export function inputOf(signs: Readonly<Record<string, string>>): Extension {
  return Prec.high(
    keymap.of([
      {
        key: "Tab",
        run: (view) => {
          const { main } = view.state.selection;
          if (!main.empty) return false;
          const line = view.state.doc.lineAt(main.head);
          const found = signBefore(line.text.slice(0, main.head - line.from), signs);
          if (found === undefined) return false;
          const from = main.head - found.length;
          view.dispatch({
            changes: { from, to: main.head, insert: found.sign },
            selection: { anchor: from + found.sign.length },
            userEvent: "input.complete",
          });
          return true;
        },
      },
    ]),
  );
}

/** Writes the sign for a name such as `\lambda` when Tab is pressed behind it. */
export const unicodeInput: Extension = inputOf(SIGNS);
