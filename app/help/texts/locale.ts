// The catalogue of the glossary's strings: apart from the page's, so that a page without help does not load it. It is there before the
// texts are, which import it first.
import { i18n } from "../../base/locale.ts";
import { messages } from "./locales/en.po";

i18n.load("en", messages);
