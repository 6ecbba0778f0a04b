// Graphs as DOT, the language of Graphviz.
import type { Watch } from "../base/watch.ts";

/** A node of a graph in DOT; the ID is for the edges, the label is what is read. */
export interface DotNode {
  readonly id: string;
  readonly label: string;
  readonly shape?: "box" | "ellipse" | "plaintext";
}

/** An edge of a graph in DOT, between nodes by their IDs. */
export interface DotEdge {
  readonly from: string;
  readonly to: string;
  readonly label?: string | undefined;
}

/** A named part of a graph, drawn in a frame of its own. */
export interface DotCluster {
  readonly title: string;
  readonly nodes: readonly DotNode[];
  readonly edges: readonly DotEdge[];
}

/** A digraph, from left to right as evaluation goes. */
export function dotOf(title: string, clusters: readonly DotCluster[], watch: Watch): string {
  const lines = [`digraph ${quoted(title)} {`, "  rankdir=LR;"];
  clusters.forEach((cluster, index) => {
    const isAlone = clusters.length === 1;
    if (!isAlone) lines.push(`  subgraph cluster_${index} {`, `    label=${quoted(cluster.title)};`);
    const indent = isAlone ? "  " : "    ";
    for (const { id, label, shape } of cluster.nodes) {
      watch.step();
      lines.push(`${indent}${quoted(id)} [label=${quoted(label)}${shape === undefined ? "" : `, shape=${shape}`}];`);
    }
    for (const { from, to, label } of cluster.edges) {
      watch.step();
      lines.push(`${indent}${quoted(from)} -> ${quoted(to)}${label === undefined ? "" : ` [label=${quoted(label)}]`};`);
    }
    if (!isAlone) lines.push("  }");
  });
  return `${lines.join("\n")}\n}\n`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n")}"`;
}
