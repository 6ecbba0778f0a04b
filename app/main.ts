// The page's entry: the styles and the language, and then the page.
import "./ui/styles/tokens.css";
import "./ui/styles/base.css";
import "./page/frame.css";
import "./notebook/card.css";
import "./editor/editor.css";
import "./notebook/result/result.css";
import "./dialogs/dialog.css";
import "./notebook/transformed/transformed.css";
import "./views/look.css";
import "./notebook/notebook.css";
import "./prose/rendered.css";
import "./panels/play/play.css";
import "./ui/styles/menu.css";
import "./help/help.css";
import "./page/phone.css";
import "./page/print.css";
import { loadLanguage } from "./base/locale.ts";

// what has strings is evaluated when its language is there
void loadLanguage().then(() => import("./start.tsx"));
