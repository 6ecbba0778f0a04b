// The catalogue of the strings of algorithms: apart from the page's, so that they are loaded with what says
// them, which imports it first.
import type { Messages } from "@lingui/core";
import { i18n } from "../base/locale.ts";
import { messages } from "./locales/en.po";

const SOURCE = "en";

const others = import.meta.glob<{ readonly messages: Messages }>(["./locales/*.po", "!./locales/en.po"]);

i18n.load(SOURCE, messages);
const other = others[`./locales/${i18n.locale}.po`];
if (other !== undefined) i18n.load(i18n.locale, (await other()).messages);
