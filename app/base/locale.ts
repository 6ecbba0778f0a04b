// The language of the page. Every module with strings gets `i18n` from here (package.json, "lingui"), and `main.ts` loads the language
// before all that has strings, so that they may stand in constants; another language means another visit. No module waits for its
// catalogue itself: WebKit evaluates modules that import one which waits before it is ready (bug 242740).
//
// A new language is one file: app/locales/de.po, made from en.po, and its code in package.json's "lingui.locales".
// `?lang=de` asks for it; otherwise the browser's languages decide. `?lang=pseudo` shows every string that is
// gathered in accented letters; what is left in plain ones is the user's own, the engine's (marked `lang="en"`), or was
// forgotten, which a test finds.

import { i18n, type Messages } from "@lingui/core";
import { nth } from "../../engine/base/nth.ts";
import { messages } from "../locales/en.po";

const SOURCE = "en";

/** The catalogues of all rooms, by their files. English ones are part of the rooms. */
const others = import.meta.glob<{ readonly messages: Messages }>(["../**/locales/*.po", "!../**/locales/en.po"]);

function catalogues(language: string): readonly (() => Promise<{ readonly messages: Messages }>)[] {
  return Object.entries(others).flatMap(([file, load]) => (file.endsWith(`/${language}.po`) ? [load] : []));
}

function isKnown(language: string): boolean {
  return language === SOURCE || catalogues(language).length > 0;
}

/** The first of the languages asked for that there is a catalogue of; English otherwise. */
function wanted(): string {
  if (typeof location === "undefined") return SOURCE;
  const asked = new URLSearchParams(location.search).get("lang");
  // de-AT is served by de
  const all = [...(asked === null ? [] : [asked]), ...navigator.languages].flatMap((one) => [
    one,
    nth(one.split("-"), 0),
  ]);
  return all.find(isKnown) ?? SOURCE;
}

i18n.load(SOURCE, messages);
i18n.activate(SOURCE);

/** Loads the language of the page; modules with strings are loaded after it. */
export async function loadLanguage(): Promise<void> {
  const language = wanted();
  if (language !== SOURCE) {
    for (const one of await Promise.all(catalogues(language).map((load) => load()))) i18n.load(language, one.messages);
    i18n.activate(language);
  }
  document.documentElement.lang = language;
}

export { i18n };
