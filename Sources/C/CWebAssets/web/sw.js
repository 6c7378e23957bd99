// Keeps the files of the chat page for the time without a network. It never answers for the API.
const folder = "{{web}}";
const files = ["/", "/favicon.svg", "/manifest.webmanifest"].concat(
  ["chat.css", "messages.css", "chat.js", "base.js", "i18n.js", "ja.js", "drafts.js", "sign-in.js", "manage.js", "settings.js", "turns.js", "transcript.js",
    "stream.js", "markdown.js", "inline.js", "math.js", "colors.js", "cards.js"].map(name => `${folder}/${name}`));

self.addEventListener("install", event => {
  event.waitUntil(caches.open(folder).then(cache => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", event => {
  event.waitUntil(caches.keys()
    .then(names => Promise.all(names.filter(name => name !== folder).map(name => caches.delete(name))))
    .then(() => self.clients.claim()));
});

self.addEventListener("fetch", event => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin || !files.includes(url.pathname)) return;
  // The shell is asked for first, so that a new version is used at once; the other paths never change their content.
  const kept = () => caches.match(url.pathname);
  event.respondWith(url.pathname.startsWith(folder)
    ? kept().then(file => file ?? fetch(event.request))
    : fetch(event.request).catch(() => kept().then(file => file ?? Response.error())));
});
