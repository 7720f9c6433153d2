// Stands for the static assets of the host: folders, 404.html, _headers.
export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    if (url.pathname.endsWith("/")) url.pathname += "index.html";
    let file = url.pathname.includes("/_") ? null : await env.DISK.fetch(new Request(url, { method: request.method }));
    let status = 200;
    if (!file?.ok || file.headers.get("Content-Type") === "application/json" && file.headers.get("Transfer-Encoding")) {
      file = await env.DISK.fetch(new URL("/404.html", url));
      status = 404;
    }
    const headers = new Headers({ "Content-Type": kinds[url.pathname.split(".").pop()] ?? "application/octet-stream" });
    let matches = false;
    for (const line of (await (await env.DISK.fetch(new URL("/_headers", url))).text()).split("\n")) {
      const [, unset] = line.match(/^  ! (.+)$/) ?? [];
      const [, name, value] = line.match(/^  ([^:!]+): (.+)$/) ?? [];
      if (line && !line.startsWith(" ")) matches = new URL(request.url).pathname.startsWith(line.replace("*", ""));
      else if (matches && unset) headers.delete(unset);
      else if (matches && name) headers.set(name, value);
    }
    return new Response(file.body, { status, headers });
  },
};

const kinds = {
  html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8", wasm: "application/wasm",
  svg: "image/svg+xml", png: "image/png", json: "application/json", ttf: "font/ttf",
};
