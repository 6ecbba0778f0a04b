// The page without a network: everything that a build consists of is kept at the first visit. A later build is fetched beside it,
// and takes its place when no page of the earlier one is open any more, or when the user asks for it. The build replaces FILES and BUILD.
const FILES = self.__FILES__;
const ISOLATION = self.__ISOLATION__;
const CACHE = `dualscope ${self.__BUILD__}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then(keepAll));
});

/** Keeps one file after the other: those that the page asks for meanwhile do not wait for all of them. */
async function keepAll(cache) {
  for (const file of FILES) await cache.add(file);
}

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("dualscope ") && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// a page asks for it when its user does
self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  // the page has any search; the frame of its workers and the licences are files like others
  const isPage = request.mode === "navigate" && !/\/(?:engine-frame\.html|licences\.txt)$/.test(pathname);
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(isPage ? "./" : request, { ignoreSearch: isPage, ignoreVary: true }))
      .then((kept) => kept ?? fetch(request))
      .then(isolated),
  );
});

/** A file with the headers that let the page's workers share memory, for hosts that do not send them. */
function isolated(response) {
  // what is opaque or empty cannot be made again
  if (response.type === "opaque" || response.type === "opaqueredirect" || response.status === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  const hasBody = ![101, 204, 205, 304].includes(response.status);
  return new Response(hasBody ? response.body : null, {
    status: response.status,
    statusText: response.statusText,
    headers,
  });
}
