// The mode of the page: the app, a part of another page, or the window of a speaker's notes.
const asked = new URLSearchParams(typeof location === "undefined" ? "" : location.search);

/** Whether the page is a part of another one: without its surroundings. */
export const IS_EMBEDDED: boolean = asked.has("embed");

/** The presentation whose notes this window shows; undefined where it is no window of notes. */
export const NOTES_OF: string | undefined = asked.get("notes") ?? undefined;

/** Whether the page leaves nothing in the browser: it belongs to another one. */
export const KEEPS_NOTHING: boolean = IS_EMBEDDED || NOTES_OF !== undefined;

/** Whether the page opens with its slides. */
export const OPENS_WITH_SLIDES: boolean = asked.has("present");
