// Access to the nodes of a core syntax tree.
import type { SyntaxNode } from "@lezer/common";
import { internal } from "../../base/unreachable.ts";
import { type Span, span } from "../../source/span.ts";

const PUNCTUATION = /^[^A-Z]/;

/** Reads texts and children of nodes over one text. */
export class Reader {
  private readonly source: string;
  private readonly spans: boolean;

  /** `spans` says whether the nodes have places that are worth telling. */
  constructor(source: string, spans = true) {
    this.source = source;
    this.spans = spans;
  }

  text(node: SyntaxNode): string {
    return this.source.slice(node.from, node.to);
  }

  span(node: SyntaxNode): Span | undefined {
    return this.spans ? span("<core>", node.from, node.to) : undefined;
  }

  /** The children that are not punctuation or keywords. */
  children(node: SyntaxNode): SyntaxNode[] {
    const children: SyntaxNode[] = [];
    for (let child = node.firstChild; child !== null; child = child.nextSibling)
      if (!PUNCTUATION.test(child.name)) children.push(child);
    return children;
  }

  child(node: SyntaxNode, name: string): SyntaxNode {
    return node.getChild(name) ?? internal("a node lacks a child", node.name, name, this.text(node).slice(0, 60));
  }
}
