// The catalogue of the strings of the view Systems: apart from the page's, so that a page without it does not load them. It is there before the
// views are, which import it first.
import type { Messages } from "@lingui/core";
import { i18n } from "../base/locale.ts";
import { messages } from "./locales/en.po";

const SOURCE = "en";

const others = import.meta.glob<{ readonly messages: Messages }>(["./locales/*.po", "!./locales/en.po"]);

i18n.load(SOURCE, messages);
const other = others[`./locales/${i18n.locale}.po`];
if (other !== undefined) i18n.load(i18n.locale, (await other()).messages);
