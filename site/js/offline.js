// The service worker: after the first visit the site needs no network. It holds one
// edition, whole: pages come from that edition only, so that no page meets the
// program, the styles or the numbers of another one. A newer edition is fetched
// beside it, and takes over when a reader says so.
//
// Before this text stand, made by the build: EDITION, the name of this one; PAGES, a
// file that holds all pages; FILES, what pages load; HEADERS, what pages are sent
// with, PAGE_HEADERS for those below a path.
const CACHE = `partitionlab ${EDITION}`;
const at = (name) => new URL(name, registration.scope).href;

addEventListener("install", (e) => e.waitUntil(fill()));

async function fill() {
  try {
    const cache = await caches.open(CACHE);
    // Names of assets tell their content: the browser may have them already.
    const files = cache.addAll(FILES.map(at));
    const pages = await (await fetched(PAGES)).json();
    await Promise.all(Object.entries(pages).map(([name, html]) => cache.put(at(name), new Response(html, { headers: headersOf(name) }))));
    await files;
  } catch (error) {
    await caches.delete(CACHE); // all of an edition, or nothing
    throw error;
  }
}

async function fetched(name) {
  const response = await fetch(at(name));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

function headersOf(name) {
  const part = Object.keys(PAGE_HEADERS).find((p) => name.startsWith(p));
  return { "Content-Type": "text/html; charset=utf-8", ...(part ? PAGE_HEADERS[part] : HEADERS) };
}

// The edition before this one stays, for pages that are still open and fetch a part
// late; older ones go.
addEventListener("activate", (e) => e.waitUntil((async () => {
  const names = (await caches.keys()).filter((n) => n.startsWith("partitionlab ") && n !== CACHE);
  await Promise.all(names.slice(0, -1).map((n) => caches.delete(n)));
  await clients.claim();
})()));

addEventListener("message", (e) => {
  if (e.data === "take over") skipWaiting();
});

addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== "GET" || !url.href.startsWith(registration.scope)) return;
  const name = url.href.slice(registration.scope.length).replace(/[?#].*/s, "");
  if (e.request.mode === "navigate") e.respondWith(page(e.request, url, name));
  else if (name.startsWith("assets/")) e.respondWith(part(e.request));
});

// A page is one of this edition, or none.
async function page(request, url, name) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(at(name.replace(/(^|\/)index\.html$/, "$1")));
  if (known) return known;
  if (await cache.match(at(`${name}/`))) return Response.redirect(`${at(name)}/${url.search}`, 301);
  try {
    return await fetch(request); // pictures, addresses that moved, a page that is newer than this edition
  } catch {
    const none = await cache.match(at("404.html"));
    return none ? new Response(none.body, { status: 404, headers: none.headers }) : Response.error();
  }
}

// A part of a page has its content in its name: any edition's will do.
async function part(request) {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);
}
