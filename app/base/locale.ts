// The language of the page. Every module with strings gets `i18n` from here (package.json, "lingui"), and `main.ts` loads the language
// before all that has strings, so that they may stand in constants; another language means another visit. No module waits for its
// catalogue itself: WebKit evaluates modules that import one which waits before it is ready (bug 242740).
//
// English stands in the code itself, compiled by the build (.tools/compiled-messages.ts): a part of the page brings its strings along.
// A new language is one file: app/locales/de.po, made from en.po, and its code in package.json's "lingui.locales".
// `?lang=de` asks for it; otherwise the browser's languages decide. `?lang=pseudo` shows every string that is
// gathered in accented letters; what is left in plain ones is the user's own, the engine's (marked `lang="en"`), or was
// forgotten, which a test finds.

import { i18n, type Messages } from "@lingui/core";
import { nth } from "../../engine/base/nth.ts";

const SOURCE = "en";

/** The catalogues of other languages than English, by their files. */
const catalogues = import.meta.glob<{ readonly messages: Messages }>(["../locales/*.po", "!../locales/en.po"]);

const catalogueOf = (language: string) => catalogues[`../locales/${language}.po`];

/** The first of the languages asked for that there is a catalogue of; English otherwise. */
function wanted(): string {
  const asked = new URLSearchParams(location.search).get("lang");
  // de-AT is served by de
  const all = [...(asked === null ? [] : [asked]), ...navigator.languages].flatMap((one) => [
    one,
    nth(one.split("-"), 0),
  ]);
  return all.find((one) => one === SOURCE || catalogueOf(one) !== undefined) ?? SOURCE;
}

i18n.loadAndActivate({ locale: SOURCE, messages: {} });

/** Loads the language of the page; modules with strings are loaded after it. */
export async function loadLanguage(): Promise<void> {
  const language = wanted();
  const load = catalogueOf(language);
  if (load !== undefined) i18n.loadAndActivate({ locale: language, messages: (await load()).messages });
  document.documentElement.lang = language;
}

export { i18n };
