// Stands for the host's cache, in the form in which workerd asks: GET with
// only-if-cached, PUT with a whole response, PURGE.
const kept = new Map();
let hits = 0;

export default {
  async fetch(request) {
    if (new URL(request.url).pathname === "/hits") return new Response(String(hits));
    if (request.method === "GET") {
      const known = kept.get(request.url);
      if (!known) return new Response(null, { status: 504, headers: { "CF-Cache-Status": "MISS" } });
      hits++;
      return new Response(known.body, { status: known.status, headers: [...known.headers, ["CF-Cache-Status", "HIT"]] });
    }
    if (request.method === "PUT") {
      const bytes = new Uint8Array(await request.arrayBuffer());
      let end = 0;
      while (end < bytes.length && !(bytes[end] === 13 && bytes[end + 1] === 10 && bytes[end + 2] === 13 && bytes[end + 3] === 10)) end++;
      const [first, ...lines] = new TextDecoder().decode(bytes.subarray(0, end)).split("\r\n");
      const headers = lines.map((l) => [l.slice(0, l.indexOf(":")), l.slice(l.indexOf(":") + 1).trim()]).filter(([n]) => !/^(transfer-encoding|content-length)$/i.test(n));
      if (kept.size > 5000) kept.clear();
      kept.set(request.url, { status: Number(first.split(" ")[1]), headers, body: bytes.slice(end + 4) });
      return new Response(null, { status: 204 });
    }
    kept.delete(request.url);
    return new Response(null, { status: 200 });
  },
};
