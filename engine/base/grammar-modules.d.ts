// The built modules of a grammar: the parser and the numbers of its terms.
declare module "*.grammar" {
  import type { LRParser } from "@lezer/lr";
  export const parser: LRParser;
}
declare module "*.grammar.terms" {
  export const lowerName: number;
  export const upperName: number;
  export const wildcard: number;
  export const fieldDot: number;
  export const fieldBrace: number;
  export const nameBrace: number;
  export const BlockComment: number;
  export const UnclosedComment: number;
  export const Name: number;
  export const FieldName: number;
  export const ProjectionSign: number;
  export const PartialSign: number;
  export const Wildcard: number;
}
