// Texts in LaTeX, with the papers' signs.

const SIGNS: Readonly<Record<string, string>> = {
  "#": "\\#",
  $: "\\$",
  "%": "\\%",
  "&": "\\&",
  _: "\\_",
  "{": "\\{",
  "}": "\\}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "\\": "\\textbackslash{}",
  "<": "\\ensuremath{<}",
  ">": "\\ensuremath{>}",
  "|": "\\ensuremath{|}",
  "…": "\\ldots{}",
  "§": "\\S{}",
  "\u202f": "\\,",
  " ": "\\ ",
};

/** Signs of mathematics, by their commands; `⊸` is of amssymb, as ✓, ℝ and ℤ are. */
const MATHEMATICS: Readonly<Record<string, string>> = {
  λ: "\\lambda",
  π: "\\pi",
  φ: "\\varphi",
  ε: "\\varepsilon",
  δ: "\\delta",
  Δ: "\\Delta",
  "∂": "\\partial",
  ℝ: "\\mathbb{R}",
  ℤ: "\\mathbb{Z}",
  "𝟎": "\\mathbf{0}",
  "𝟏": "\\mathbf{1}",
  "⟨": "\\langle",
  "⟩": "\\rangle",
  "⊸": "\\multimap",
  "⊕": "\\oplus",
  "⊗": "\\otimes",
  "·": "\\cdot",
  "−": "-",
  "∞": "\\infty",
  "✓": "\\checkmark",
  "↑": "\\uparrow",
  "↓": "\\downarrow",
  "↗": "\\nearrow",
  "↘": "\\searrow",
  "↼": "\\leftharpoonup",
  "↦": "\\mapsto",
  "→": "\\to",
  "×": "\\times",
  "✕": "\\times",
  "∘": "\\circ",
  "⋆": "\\star",
  "≤": "\\le",
  "≥": "\\ge",
  "≠": "\\ne",
  "∈": "\\in",
  "∪": "\\cup",
  "∅": "\\emptyset",
  "′": "'",
};

/** Marks above or below a letter: the commands for text and for mathematics. */
const ACCENTS: Readonly<Record<string, readonly [text: string, mathematics: string]>> = {
  "\u0300": ["\\`", "\\grave"],
  "\u0301": ["\\'", "\\acute"],
  "\u0302": ["\\^", "\\hat"],
  "\u0303": ["\\~", "\\tilde"],
  "\u0304": ["\\=", "\\bar"],
  "\u0306": ["\\u", "\\breve"],
  "\u0307": ["\\.", "\\dot"],
  "\u0308": ['\\"', "\\ddot"],
  "\u030a": ["\\r", "\\mathring"],
  "\u030c": ["\\v", "\\check"],
  "\u0327": ["\\c", "\\c"],
  "\u0332": ["\\underline", "\\underline"],
};

/** Small letters and digits below or above the line, letters with marks, and any other sign. */
const PARTS = /([₀-₉ₐ-ₜᵢ-ᵪ]+)|([¹²³⁰-⁹ⁱⁿʰ-ʸˠ-ˤᴬ-ᵡᶛ-ᶿ]+)|(\P{M})(\p{M}+)|(.)/gsu;

/** A text as LaTeX has it: special characters, marks and signs of mathematics as commands, and every space kept; other signs stay as they are. */
export function latex(text: string): string {
  return text.normalize("NFD").replace(PARTS, (_, below, above, letter, marks, sign) => {
    if (below !== undefined) return mathematics(`_{${plain(below)}}`);
    if (above !== undefined) return mathematics(`^{${plain(above)}}`);
    return letter === undefined ? signed(sign) : marked(letter, [...marks]);
  });
}

function plain(small: string): string {
  const text = small.normalize("NFKD");
  return /^\d+$/.test(text) ? text : `\\mathrm{${text}}`;
}

function mathematics(formula: string): string {
  return `\\ensuremath{${formula}}`;
}

function signed(sign: string): string {
  const formula = MATHEMATICS[sign];
  return formula === undefined ? (SIGNS[sign] ?? sign) : mathematics(formula);
}

/** A letter with its marks, the first of them innermost. */
function marked(letter: string, marks: readonly string[]): string {
  const formula = MATHEMATICS[letter];
  const accents = marks.map((mark) => ACCENTS[mark]?.[formula === undefined ? 0 : 1]);
  if (accents.some((accent) => accent === undefined)) return `${letter}${marks.join("")}`.normalize();
  const shown = accents.reduce<string>((inner, accent) => `${accent}{${inner}}`, formula ?? SIGNS[letter] ?? letter);
  return formula === undefined ? shown : mathematics(shown);
}

/** Lines of a program as a paragraph in letters of one width. */
export function latexListing(text: string): string {
  // spaces at the beginning of a line are kept behind a box, and a bracket there is none of the line break before
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => `\\mbox{}${latex(line)}`);
  return ["\\begin{flushleft}\\ttfamily", lines.join("\\\\\n"), "\\end{flushleft}", ""].join("\n");
}
