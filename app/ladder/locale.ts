// The catalogue of the strings of the ladder: apart from the page's, so that a page without it does not load them. It is there before the
// modules that have them are, which import it first.
import { i18n } from "../base/locale.ts";
import { messages } from "./locales/en.po";

i18n.load("en", messages);
