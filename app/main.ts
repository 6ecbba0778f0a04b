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
import { loadLanguage } from "./base/locale.ts";

// what has strings is evaluated when its language is there
void loadLanguage().then(() => import("./start.tsx"));
