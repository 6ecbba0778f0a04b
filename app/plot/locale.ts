// The catalogue of the strings of plots and of the panels below a program: apart from the page's, so that they are loaded with their users,
// which import it first.
import { i18n } from "../base/locale.ts";
import { messages } from "./locales/en.po";

i18n.load("en", messages);
