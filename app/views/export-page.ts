// A document as one HTML page that needs no network: prose, programs, and what the last runs gave.
import { t } from "@lingui/core/macro";
import type { ProgramCell } from "../document/document.ts";
import { i18n } from "../locale.ts";
import { prose } from "../prose/client.ts";
import { useDocument } from "../state/document.ts";
import { isUpToDate, useRunning } from "../state/running.ts";
import { escaped } from "../view-models/escaped.ts";
import { titleOf } from "../view-models/header.ts";

/** The page's text. Formulas are MathML, which browsers draw by themselves; prose that cannot be drawn stands there as text. */
export async function pageText(): Promise<string> {
  const { document } = useDocument.getState();
  const cells = await Promise.all(
    document.cells.map(async (cell) => {
      if (cell.tag === "program") return programHtml(cell);
      const drawn = await prose.draw(cell.text, "mathml");
      return `<section>${drawn.tag === "html" ? drawn.html : `<pre>${escaped(cell.text)}</pre>`}</section>`;
    }),
  );
  const title = escaped(document.title || t`A Dualscope document`);
  return `<!doctype html>
<html lang="${i18n.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${cells.join("\n")}
</main>
</body>
</html>
`;
}

function programHtml(cell: ProgramCell): string {
  const { result } = useRunning.getState().runs.get(cell.id) ?? {};
  const run = result?.end.tag === "ran" ? result.end.run : undefined;
  const values = [
    { name: t`value`, shown: run?.value },
    { name: t`input`, shown: run?.at },
    { name: t`gradient`, shown: run?.gradient },
  ];
  const rows = values.flatMap(({ name, shown }) =>
    shown === undefined
      ? []
      : [`<dt>${escaped(name)}</dt><dd>${escaped(shown.isWhole ? shown.text : `${shown.text} …`)}</dd>`],
  );
  const stale =
    result !== undefined && !isUpToDate(result, cell)
      ? `<p><em>${escaped(t`This result is older than the last change of the program or of one above.`)}</em></p>`
      : "";
  const results = rows.length === 0 ? "" : `${stale}<dl>${rows.join("")}</dl>`;
  return `<section class="program"><h2>${escaped(titleOf(cell.text))}</h2><pre><code>${escaped(cell.text)}</code></pre>${results}</section>`;
}

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 1.125rem/1.55 Georgia, serif; }
main { max-width: 44rem; margin: 3rem auto; padding: 0 1.5rem; }
h1, h2, h3 { line-height: 1.2; text-wrap: balance; }
pre { padding: 1rem; border: 1px solid #8886; border-radius: 8px; overflow-x: auto; font: .875rem/1.6 ui-monospace, monospace; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; font: .9375rem/1.5 ui-monospace, monospace; }
dt { opacity: .75; }
dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; }
th, td { padding: .25rem .75rem; border: 1px solid #8886; text-align: start; }
@media print { pre { white-space: pre-wrap; } }
`;
