// The mode of the page: the app, a part of another page, the window of a speaker's notes, or a remote of slides.
const asked = new URLSearchParams(location.search);

/** Whether the page is a part of another one: without its surroundings. */
export const IS_EMBEDDED: boolean = asked.has("embed");

/** The presentation whose notes this window shows; undefined where it is no window of notes. */
export const NOTES_OF: string | undefined = asked.get("notes") ?? undefined;

/** The room of the relay whose slides this page moves, on a telephone; undefined where it is no remote. */
export const REMOTE_OF: string | undefined = asked.get("remote") ?? undefined;

/** Whether the page only shows the state of slides elsewhere. */
export const FOLLOWS_SLIDES: boolean = NOTES_OF !== undefined || REMOTE_OF !== undefined;

/** Whether the page leaves nothing in the browser: it belongs to another one. */
export const KEEPS_NOTHING: boolean = IS_EMBEDDED || FOLLOWS_SLIDES;

/** Whether the page opens with its slides. */
export const OPENS_WITH_SLIDES: boolean = asked.has("present");
