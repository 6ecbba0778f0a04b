// What the page and its workers may load and do: sent as headers by the preview, written into the built files for static hosts.

/** The page: its own files and server, no other, no code from texts, and texts become HTML in one place only (app/base/trusted.ts). */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // CodeMirror and React write style elements and attributes
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types dualscope",
].join("; ");

/**
 * The frame that starts the workers (public/engine-frame.html): they inherit it. They may make code of the reader's programs, and
 * have no network: they load files of the page's own scripts and nothing else.
 */
export const FRAME_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-eval'",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The service worker keeps the site's files: it asks for them, and for nothing else. */
const KEEPER_POLICY = "default-src 'none'; connect-src 'self'";

/** What isolates the page from others of its browser, so that its workers can share memory: sent with every file. */
export const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** The policy of a file of the built site, by its path below the site's. */
export function policyOf(file) {
  if (file === "engine-frame.html") return FRAME_POLICY;
  return file === "service-worker.js" ? KEEPER_POLICY : PAGE_POLICY;
}
