// The language of the page. Every module with strings gets `i18n` from here (package.json, "lingui"), so the catalogue
// is there before any of them is evaluated: strings may stand in constants, and another language means another visit.
//
// A new language is one file: app/locales/de.po, made from en.po, and its code in package.json's "lingui.locales".
// `?lang=de` asks for it; otherwise the browser's languages decide. `?lang=pseudo` shows every string that is
// gathered in accented letters; what is left in plain ones is the user's own, the engine's (marked `lang="en"`), or was
// forgotten, which a test finds.
import { i18n, type Messages } from "@lingui/core";
import { messages } from "../locales/en.po";

const SOURCE = "en";

const others = import.meta.glob<{ readonly messages: Messages }>(["../locales/*.po", "!../locales/en.po"]);

function isKnown(language: string): boolean {
  return language === SOURCE || `../locales/${language}.po` in others;
}

/** The first of the languages asked for that there is a catalogue of; English otherwise. */
function wanted(): string {
  if (typeof location === "undefined") return SOURCE;
  const asked = new URLSearchParams(location.search).get("lang");
  // de-AT is served by de
  const all = [...(asked === null ? [] : [asked]), ...navigator.languages].flatMap((one) => [one, one.split("-")[0]!]);
  return all.find(isKnown) ?? SOURCE;
}

const language = wanted();
i18n.load(SOURCE, messages);
if (language !== SOURCE) i18n.load(language, (await others[`../locales/${language}.po`]!()).messages);
i18n.activate(language);
if (typeof document !== "undefined") document.documentElement.lang = language;

export { i18n };
