// Which program a view is about, as a choice in the bar; it stays when another view is opened.
import { t } from "@lingui/core/macro";
import { programNamed } from "../document/address.ts";
import { programsOf } from "../document/document.ts";
import { programName } from "../document/header.ts";
import { useDocument } from "../document/state/document.ts";
import { open, useRoute } from "../navigation/route.ts";
import { Icon } from "../ui/icon.tsx";

/** Shows the programs of the document, to choose which of them the view is about; nothing where there is only one. */
export function ProgramPicker() {
  const document = useDocument((state) => state.document);
  const { view, cell } = useRoute();
  const programs = programsOf(document);
  const [first] = programs;
  if (view === "document" || first === undefined) return null;
  const looked = programNamed(document, cell) ?? first;
  return (
    <span className="select-box program-picker">
      <select
        aria-label={t`Program of this view`}
        value={looked.id}
        onChange={(event) => open(view, programs.find(({ id }) => id === event.currentTarget.value)?.id)}
      >
        {programs.map((program) => (
          <option key={program.id} value={program.id} translate="no">
            {programName(document, program)}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  );
}
