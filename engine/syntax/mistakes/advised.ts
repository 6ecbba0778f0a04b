// Brings advice on mistakes, for all that loads this file.
import { bringAdvice } from "../advice.ts";
import { advise } from "../habits/advise.ts";
import { explainSyntax } from "./mistakes.ts";

bringAdvice({ advise, explainSyntax });
