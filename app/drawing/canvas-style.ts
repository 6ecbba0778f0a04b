// How graphs look on a canvas, in the colours of the page as it is.
import type { StylesheetJson } from "cytoscape";

/** Letters of nodes, in pixels at single size. */
export const LETTERS = 14;

/** The page's colours, as they are now: a canvas does not know custom properties. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** How nodes and edges look in the colours of the page. */
export function stylesheet(): StylesheetJson {
  const code = "JetBrains Mono, Dualscope Symbols, monospace";
  const ink = token("--ink");
  const ink2 = token("--ink-2");
  const line = token("--line-strong");
  const surface = token("--surface");
  const paper = token("--paper");
  const primal = token("--primal");
  const cot = token("--cot");
  const bp = token("--bp");
  const staged = token("--staged");
  const job = token("--job");
  const err = token("--err");
  // a tint is no shape in high contrast
  const isContrast = document.documentElement.dataset.theme === "contrast";
  const [soft, primalSoft, errSoft] = [token("--cot-soft"), token("--primal-soft"), token("--err-soft")];
  const [lit, litLine] = [token("--lit"), token("--lit-line")];
  return [
    {
      selector: "node",
      style: {
        shape: "round-rectangle",
        "corner-radius": "19",
        width: "data(width)",
        height: "data(height)",
        label: "data(label)",
        "text-valign": "center",
        "text-halign": "center",
        "text-wrap": "wrap",
        "font-family": code,
        "font-size": LETTERS,
        "font-weight": 500,
        "min-zoomed-font-size": 6,
        color: ink,
        "background-color": surface,
        "border-width": 1.75,
        "border-color": primal,
      },
    },
    { selector: "node.constant", style: { "corner-radius": "5", "border-color": line, color: ink2 } },
    {
      selector: "node.group",
      style: {
        "corner-radius": "8",
        "border-color": staged,
        "border-width": 2,
        "border-style": "double",
        "line-height": 1.35,
      },
    },
    { selector: "node.job", style: { "corner-radius": "6", "border-color": job, "line-height": 1.35 } },
    {
      selector: "node.box",
      style: { "corner-radius": "4", "text-justification": "left", "line-height": 1.35 },
    },
    { selector: "node.result", style: { "border-color": line } },
    { selector: "node.shared", style: { "border-width": 4, "border-style": "double", "border-color": staged } },
    { selector: "node.inner", style: { "border-width": 4, "border-style": "double", "border-color": bp } },
    { selector: "node.critical", style: { "border-width": 3.5 } },
    { selector: "node.discrete", style: { "border-style": "dotted", "border-color": line, color: ink2 } },
    { selector: "node.coming", style: { "border-style": "dashed", "border-width": 1.25 } },
    { selector: "node.now", style: { "border-width": 3.5 } },
    { selector: "node.differs", style: { "border-color": err, "border-style": "dashed", "border-width": 3 } },
    { selector: "node.wrong", style: { "border-color": err, "border-width": 4 } },
    // numbers that are none are marked as mistakes are; where they began, most of all
    { selector: "node.odd", style: { "border-color": err, color: err } },
    {
      selector: "node.began",
      style: { "border-color": err, "border-width": 5, "border-style": "double", "background-color": errSoft },
    },
    { selector: "node.lit", style: { "background-color": lit, "border-width": 3, "border-color": litLine } },
    {
      selector: "node.flag",
      style: {
        shape: "polygon",
        "shape-polygon-points": [-1, 0, -0.7, -1, 1, -1, 1, 1, -0.7, 1],
        "background-color": isContrast ? cot : soft,
        "border-width": 0,
        color: isContrast ? surface : cot,
        "font-weight": 600,
        "text-margin-x": 3,
      },
    },
    {
      selector: "node.odd-cotangent.flag",
      style: { "background-color": isContrast ? err : errSoft, color: isContrast ? surface : err },
    },
    {
      selector: "node.tangent",
      style: {
        "shape-polygon-points": [-1, -1, 0.7, -1, 1, 0, 0.7, 1, -1, 1],
        "background-color": isContrast ? primal : primalSoft,
        color: isContrast ? surface : primal,
        "text-margin-x": -3,
      },
    },
    {
      selector: "edge",
      style: {
        "z-index": "data(over)" as unknown as number,
        "curve-style": "bezier",
        "control-point-step-size": 46,
        width: 1.5,
        "line-color": line,
        "target-arrow-shape": "triangle",
        "target-arrow-color": line,
        "source-arrow-color": line,
        "arrow-scale": 0.9,
        label: "data(label)",
        "font-family": code,
        "font-size": 12,
        "min-zoomed-font-size": 7,
        color: ink2,
        "text-background-color": paper,
        "text-background-opacity": 1,
        "text-background-padding": "2px",
        "text-background-shape": "round-rectangle",
      },
    },
    { selector: "edge.across", style: { "source-endpoint": "50% 0", "target-endpoint": "-50% 0" } },
    { selector: "edge.down", style: { "source-endpoint": "0 50%", "target-endpoint": "0 -50%" } },
    ...[
      { side: "right", at: "50%" },
      { side: "left", at: "-50%" },
    ].map(({ side, at }) => ({
      selector: `edge.${side}`,
      style: {
        "source-endpoint": `${at} 20%`,
        "target-endpoint": `${at} -20%`,
        "source-distance-from-node": "data(gap)",
      },
    })),
    {
      selector: "edge.placed, edge.right, edge.left",
      style: { "target-label": "data(own)", "target-text-offset": "data(at)" },
    },
    {
      selector: "edge.bent",
      style: {
        "curve-style": "unbundled-bezier",
        "edge-distances": "node-position",
        "control-point-weights": "data(along)",
        "control-point-distances": "data(beside)",
      },
    },
    { selector: "edge.many", style: { "curve-style": "haystack", "haystack-radius": 0.3, "line-opacity": 0.7 } },
    { selector: "edge.waiting, edge.discrete", style: { "line-style": "dashed", "line-dash-pattern": [4, 4] } },
    { selector: "edge.head-operand, edge.head-none", style: { "target-arrow-shape": "none" } },
    { selector: "edge.head-operand", style: { "source-arrow-shape": "triangle" } },
    { selector: "edge.done", style: { "line-color": cot, "source-arrow-color": cot } },
    { selector: "edge.critical", style: { width: 3.5, "line-color": job, "target-arrow-color": job } },
    {
      selector: "edge.odd",
      style: { color: err, "line-color": err, "source-arrow-color": err, "target-arrow-color": err },
    },
    {
      selector: "edge.live",
      style: { width: 3, "line-color": cot, "source-arrow-color": cot, color: cot, "font-weight": 600 },
    },
    {
      selector: "edge.moving",
      style: { width: 3, "line-color": primal, "target-arrow-color": primal, color: primal, "font-weight": 600 },
    },
    {
      selector: "edge.lit",
      style: { width: 3, "line-color": litLine, "target-arrow-color": litLine, "source-arrow-color": litLine },
    },
  ] as unknown as StylesheetJson;
}
