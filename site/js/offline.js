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
  const line = patience(60); // nobody waits for it
  line.lost.catch(() => {}); // the requests say so, too
  try {
    const cache = await caches.open(CACHE);
    const files = FILES.map(async (name) => cache.put(at(name), await fetched(line, name)));
    const pages = await (await fetched(line, PAGES)).json();
    await Promise.all(Object.entries(pages).map(([name, html]) => cache.put(at(name), new Response(html, { headers: headersOf(name) }))));
    await Promise.all(files);
  } catch (error) {
    await caches.delete(CACHE); // all of an edition, or nothing
    throw error;
  } finally {
    line.done();
  }
}

// fetched gets a file, which the browser may have already; what it has may be something
// else under that name, such as the page of a network that wants a password first.
async function fetched(line, name) {
  for (const from of ["default", "reload"]) {
    const response = await line.fetch(at(name), from);
    const body = await response.arrayBuffer();
    if (await sound(name, body)) return new Response(body, { headers: response.headers });
  }
  throw new Error(`${name} is not what its name says`);
}

// sound reports whether a file is what its name says: that ends with a hash of the content.
async function sound(name, body) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", body), 0, 6);
  return name.includes(`-${[...sum].map((b) => b.toString(16).padStart(2, "0")).join("")}.`);
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

// A part of a page has its content in its name: any edition's will do. Whoever asks past
// what is kept has met a part that does not work: a copy that is not sound goes.
async function part(request) {
  for (const name of [CACHE, ...await caches.keys()]) {
    const cache = await caches.open(name);
    const known = await cache.match(request.url, { ignoreVary: true });
    if (known && (request.cache !== "reload" || await sound(request.url, await known.clone().arrayBuffer()))) return known;
    if (known) await cache.delete(request.url, { ignoreVary: true });
  }
  return fetch(request);
}
