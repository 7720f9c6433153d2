// Stands before the Go program: what is a file goes to the assets, what was asked
// before comes from the cache, and only the rest starts Go, which costs more than
// everything else here together.
//
// Bindings: ASSETS, the site's files; ROOT, its path ("/"); EDITION, which tells one
// build from the next, so that no answer outlives the site that it came from.
import go from "./worker.mjs";

const apis = ["api/check", "api/query", "api/size"];
const others = ["oembed", "card.svg", "card.png"];

// What a request is for: "" a file, "ask" a question of a program, "card" an answer
// to a link, "page" a page for someone who only reads it. edge.Handler.Answers says
// the same for the same.
function kind(name, url, request) {
  if (apis.includes(name)) return "ask";
  if (others.includes(name)) return "card";
  if (!name.startsWith("widget/") && !name.startsWith("embed/")) return "";
  if (name.endsWith("/card.svg") || name.endsWith("/card.png")) return "card";
  return name.endsWith("/") && url.search.length > 1 && !request.headers.has("Sec-Fetch-Dest") ? "page" : "";
}

async function answer(request, env, ctx) {
  const url = new URL(request.url);
  const name = url.pathname.startsWith(env.ROOT) ? url.pathname.slice(env.ROOT.length) : "";
  const what = kind(name, url, request);
  if (!what) return env.ASSETS.fetch(request);
  const read = request.method === "GET" || request.method === "HEAD";
  if (what === "card" && read && !url.search) {
    const file = await env.ASSETS.fetch(request); // a site with an address has the first state as a file
    if (file.ok) return file;
  }
  if (what === "ask" || !read) return asked(request, env, ctx);

  // The host is in the key because answers name it.
  const key = new Request(`${url.origin}/${env.EDITION}${url.pathname}${url.search}`);
  const known = await caches.default.match(key);
  if (known) return known;
  let response = await asked(request.method === "GET" ? request : new Request(request, { method: "GET" }), env, ctx);
  if (what === "page" && response.ok) response = await asPage(response, request, env);
  // Read whole, so that Go comes to its end although nobody may wait for the answer any more.
  const body = await response.arrayBuffer();
  if (response.ok && !response.headers.get("Cache-Control")?.includes("no-store")) ctx.waitUntil(caches.default.put(key, new Response(body, response)));
  return new Response(body, response);
}

// Where Go comes to no end, because a question was too much for the stack that it
// has here, there is an answer all the same.
const patience = 20_000;

async function asked(request, env, ctx) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(reject, patience); });
  try {
    return await Promise.race([go.fetch(request, env, ctx), late]);
  } finally {
    clearTimeout(timer);
  }
}

// A page has the headers of its file, its policy among them.
async function asPage(response, request, env) {
  const file = await env.ASSETS.fetch(new Request(request.url, { method: "GET" }));
  const headers = new Headers(file.headers);
  headers.delete("ETag");
  headers.delete("Content-Length");
  for (const [name, value] of response.headers) headers.set(name, value);
  await file.body?.cancel();
  return new Response(response.body, { headers });
}

export default {
  async fetch(request, env, ctx) {
    try {
      return await answer(request, env, ctx);
    } catch {
      // The question stays out of every log.
      const problem = { title: "Service Unavailable", status: 503, detail: "The answer took more than this host allows.", instead: "Try again, or ask for less." };
      return Response.json(problem, { status: 503, headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store", "Access-Control-Allow-Origin": "*" } });
    }
  },
};
