// The catalogue of the strings of algorithms: apart from the page's, so that they are loaded with what says
// them, which imports it first.
import { i18n } from "../base/locale.ts";
import { messages } from "./locales/en.po";

i18n.load("en", messages);
