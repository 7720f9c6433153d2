// Starts the core when a widget is about to be used: one WebAssembly program for
// all widgets of a page. Without it the page stays what it is, a book.
//
// It also tells the page around an embed how high the embed is, in the dialects
// that hosts understand, with or without the core.
const script = document.querySelector("script[data-wasm]");
const root = document.documentElement;
const widgets = document.querySelectorAll("[data-lab]");

let started;
const start = () => (started ??= run());

async function run() {
  root.classList.add("lab-loading");
  try {
    const address = (name) => new URL(script.dataset[name], document.baseURI);
    const [response] = await Promise.all([fetch(address("wasm")), import(address("exec"))]);
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    const go = new Go();
    const streams = response.headers.get("Content-Type")?.startsWith("application/wasm");
    const { instance } = streams
      ? await WebAssembly.instantiateStreaming(response, go.importObject)
      : await WebAssembly.instantiate(await response.arrayBuffer(), go.importObject);
    // The program sets lab-on when it has attached. It never ends by itself.
    go.run(instance).then(() => stopped("The calculator has stopped. Reload the page to start it again."));
    for (const widget of widgets) if (widget.classList.contains("waiting")) answered(widget);
  } catch (error) {
    console.warn(error);
    stopped("The calculator cannot start here. The page shows its first results.");
  } finally {
    root.classList.remove("lab-loading");
  }
}

const message = (widget, text) => { widget.querySelector(".lab-message").textContent = text; };

function stopped(text) {
  root.classList.remove("lab-on");
  root.classList.add("lab-off");
  for (const widget of widgets) message(widget, text);
}

// Until the core answers, what stands there is for the first inputs: whoever changes
// one before is told so at once, and the answer is dimmed.
function changed(e) {
  const widget = e.currentTarget;
  if (root.classList.contains("lab-on")) return;
  widget.classList.add("waiting");
  message(widget, root.classList.contains("lab-off")
    ? "The calculator cannot start here. The answer is still for the first inputs."
    : "The calculator is starting. The answer is still for the first inputs.");
}

function answered(widget) {
  widget.classList.remove("waiting");
  message(widget, "");
}

// A widget is wanted when it is near the window or used, or when the address
// says something about it.
if (widgets.length) {
  const near = new IntersectionObserver((seen) => {
    if (seen.some((s) => s.isIntersecting)) {
      near.disconnect();
      start();
    }
  }, { rootMargin: "600px" });
  for (const widget of widgets) {
    near.observe(widget);
    widget.addEventListener("input", changed);
    for (const type of ["focusin", "pointerdown", "input"]) widget.addEventListener(type, start, { once: true });
  }
  if (location.search || location.hash.includes("=")) start();
  addEventListener("hashchange", start);
}

// What an address covers is hidden until the core has covered it.
const wanted = new URLSearchParams(location.search);
if (wanted.get("cover") === "1") {
  root.classList.add("lab-covering"); // styles hide .results
  start().finally(() => root.classList.remove("lab-covering"));
}

if (document.body.classList.contains("embed") && parent !== window) {
  // Some hosts look frames up by the address they gave; what is typed stays behind the #.
  const [src, fragment = ""] = location.href.split(/#(.*)/s);
  const at = `#${fragment}`.lastIndexOf("#?secret=");
  const secret = at < 0 ? "" : fragment.slice(at + 8);
  let last = 0;
  const tell = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (!height || height === last) return;
    last = height;
    const post = (message) => parent.postMessage(message, "*"); // no more than a height: anybody may know
    post({ type: "lab:resize", v: 1, height });
    post(JSON.stringify({ src, context: "iframe.resize", height })); // Embedly, Medium, Observable
    post({ sentinel: "amp", type: "embed-size", height });
    post(JSON.stringify({ subject: "lti.frameResize", height })); // Canvas reads text and objects
    post({ subject: "lti.frameResize", height });
    if (secret) post({ message: "height", value: height, secret }); // WordPress
  };
  new ResizeObserver(tell).observe(document.body);
  tell();
}
