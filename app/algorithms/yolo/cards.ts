// Cards of the glossary for words of this algorithm, and the paper that they cite.
import { t } from "@lingui/core/macro";
import { type AlgorithmCards, studyView } from "../algorithm.ts";

const LINEARISE = studyView("linear");

/** Its papers and cards. */
export const cards: AlgorithmCards = {
  papers: { radul: (section) => t`Radul et al. 2023, ${section}` },
  cards: {
    linearA: {
      words: t`The small language of programs that are linearised, unzipped and transposed: first-order, on Reals and tuples, without branches and recursion. Variables that are printed with dots are linear: each is used exactly once, so its types prove what is linear. For any other program, its run at the input is used. At the foot of the view Linearise you can write definitions in it yourself: they are checked, unzipped and transposed.`,
      notation: "def f(x; ẋ)",
      sources: { radul: "§4" },
      view: LINEARISE,
    },
    linearise: {
      words: t`The transformation J: beside each value it computes the tangent, so it is forward mode. The tangents are linear in the tangents of the input, and the types of Linear A prove it.`,
      notation: "f.J(x; ẋ) = (f x; Df x ẋ)",
      sources: { radul: "§5" },
      view: LINEARISE,
    },
    unzip: {
      words: t`The transformation U: it separates the linear part from the rest, line by line. One half computes the values, the other the tangents. Values that the second reads of the first are the tape. No work is added.`,
      notation: "f.J(x; ẋ) = (y; f.lin(t; ẋ))",
      sources: { radul: "§6" },
      view: LINEARISE,
    },
    halves: {
      words: t`Unzipping makes two programs. The non-linear half, f.nonlin, computes values and partial derivatives, and leaves the tape. The linear half, f.lin, computes tangents from the tape: for another direction, it alone runs again. It is what is transposed.`,
      notation: "(y, t) = f.nonlin(x;)",
      sources: { radul: "§6" },
      view: LINEARISE,
    },
    transpose: {
      words: t`The transformation T: the linear half is reversed, from the last line to the first. Its parameters become results, and its results become parameters: cotangents instead of tangents. A use becomes a definition, dup becomes a sum, and a sum dup. The result is the reverse pass, and does no more work, up to the Reals that go in and out.`,
      notation: "f.lin.T(t; ÿ) = (; ẍ)",
      sources: { radul: "§7" },
      view: LINEARISE,
    },
    dupDrop: {
      words: t`In Linear A, a linear variable is used exactly once. Code that needs it twice takes a dup of it; code that does not need it has to drop it. Transposed, dup becomes +, and drop becomes 0. A dup is free, and a drop costs one for each Real that it drops, so transposing adds no work.`,
      notation: "dup(ẋ), drop(ẋ)",
      sources: { radul: "§4" },
      view: LINEARISE,
    },
    erasure: {
      words: t`The transformation L: linear code becomes ordinary code, and a dup becomes one name used twice. The result is an ordinary program of the same values and the same work. A seed other than 0 can go in, and all can be done once more: J of J, and the gradient of the gradient. The view Linearise studies such programs, and prints them in Dual.`,
      notation: "L(f.J)(x, ẋ;) = (y, ẏ;)",
      sources: { radul: "§4.5" },
      view: LINEARISE,
    },
  },
};
