// The page's entry: the styles and the language, and then the page.
import "./ui/styles/tokens.css";
import "./ui/styles/base.css";
import "./ui/styles/fields.css";
import "./ui/styles/parts.css";
import "./ui/styles/code.css";
import "./page/frame.css";
import "./notebook/card.css";
import "./editor/editor.css";
import "./notebook/cell/editors.css";
import "./notebook/result/result.css";
import "./program/program.css";
import "./dialogs/dialog.css";
import "./notebook/transformed/transformed.css";
import "./views/look.css";
import "./notebook/notebook.css";
import "./page/document.css";
import "./prose/rendered.css";
import "./drawing/drawing.css";
import "./panels/play/play.css";
import "./ui/styles/menu.css";
import "./help/help.css";
import "./page/bar-beside-help.css";
import "./page/phone.css";
import "./page/print.css";
import { keptChoice, WELCOME } from "./base/kept-choice.ts";
import { loadLanguage } from "./base/locale.ts";
import { NOTES_OF } from "./base/mode.ts";
import { prepareFrame } from "./client/worker-frame.ts";

// the editor's library parses for 100 ms at a time where a browser can tell whether input waits, and for 25 to 45 ms where it cannot; the
// page is not to be busy for so long (it has no setting for that, and looks once, when it is evaluated)
Object.defineProperty(navigator, "scheduling", { value: undefined, configurable: true });

// its two small files come together with the page
if (NOTES_OF === undefined) prepareFrame();

// strings are evaluated when their language is there
void loadLanguage().then(() => {
  // where the first screen is a document, its editors are fetched together with the page
  if (location.hash !== "" || keptChoice(WELCOME) === "closed") void import("./notebook/cell/editors.ts");
  return import("./start.tsx");
});
