// Starts the core when a widget is about to be used: one WebAssembly program for
// all widgets of a page. Without it the page stays what it is, a book.
//
// It also looks after the program. Whatever ends it, such as an overflow of the stack,
// a trap or too little memory, the page is told, what was typed is kept, and a new one
// starts; the inputs that ended it are not tried again by themselves.
//
// And it tells the page around an embed how high the embed is, in the dialects
// that hosts understand, with or without the core.
const script = document.querySelector("script[data-wasm]");
const root = document.documentElement;
root.classList.add("lab-here"); // until then styles mark the answer to whatever is changed
const widgets = [...document.querySelectorAll("[data-lab]")];

const address = (name) => new URL(script.dataset[name], document.baseURI);
const message = (widget, text) => {
  const place = widget.querySelector(".lab-message");
  if (place && place.textContent !== text) place.textContent = text;
};

// What the program and this script share. It outlives the program.
const lab = globalThis.partitionlab = {
  // Of each widget: what the reader has done, as the program writes it down before it
  // works for that; what ended it; for what an end of the helper was forgiven; and whether it ends before it knows that.
  widgets: widgets.map((element) => ({ element, state: undefined, fatal: undefined, forgiven: undefined, hopeless: false })),
  at: -1, // the number of the widget that the program works for
  signal: undefined, // ends with the program: so do its listeners
  watch, // tells what others do to a widget
  read, // a tree of nodes as a text
  make, // nodes for such a text
  patch, // changes of a tree of nodes
  helper: () => null, // starts the program once more, in a worker
  closed, // the tabs that nobody sees
  underlay, // the marks of an editor under its text
  line, // where a line of it is
  fill, // gives an editor its text
  kept: keepTyped, // what it holds itself need not be kept here
  named, // the entry of the history
  stacked, // what is wrong with a text that would stop the page
};

// stacked says of a text with more marks on one letter than any language has that it is not
// taken, as in a link (wasm/lab/place/link.go): a browser sets a letter with all its marks in
// one piece, in time that grows with the square of them.
function stacked(text) {
  return /[\p{Mn}\p{Me}\u200d]{101}/u.test(text) && "has more than 100 marks on one letter, with which a browser stands still, and was not taken. Take them away, and try again.";
}

const mostTaken = 2_000_000; // characters of a field: as of a text in a link, see maxText there

// tooLong says of a text that it is not taken because its field would hold far too much: that is
// looked at before anything else is done with it. Of a field that takes less by itself it is ten times
// that: what is a little too long can be put in, and made shorter there.
function tooLong(text, { value = "", selectionStart, selectionEnd, dataset }) {
  const sum = value.length - (selectionEnd - selectionStart) + text.length, own = Number(dataset?.most) || mostTaken;
  return text && sum > Math.min(10 * own, mostTaken) && `would make this text ${sum.toLocaleString("en")} characters long, of which the page takes ${own.toLocaleString("en")}, and was not taken. Put in the part that matters.`;
}

function unfit(e) {
  const text = e.data ?? "", words = tooLong(text, e.target) || stacked(text);
  if (!words) return pasted(e);
  e.preventDefault();
  message(e.currentTarget, `What was to be put in ${words}`);
  e.currentTarget.querySelector(".lab-message")?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

let started; // a promise while the program starts and runs
let touch; // ends a pause between two attempts
const start = () => {
  touch?.();
  started ??= run();
  return started;
};

async function run() {
  root.classList.remove("lab-off");
  root.classList.add("lab-loading");
  try {
    const program = await load();
    await live(program);
  } catch (error) {
    console.warn(error);
    off("The calculator cannot be loaded now. It tries again when you touch it.");
  } finally {
    root.classList.remove("lab-loading");
    stage = starting;
  }
}

function off(text) {
  started = undefined;
  root.classList.remove("lab-on", "lab-covering");
  root.classList.add("lab-off");
  for (const widget of widgets) {
    widget.removeAttribute("data-attached");
    message(widget, text + ofBefore(widget));
  }
}

// stage is what is said of a program that is not there yet. Who waits for long is told, and so is
// everybody once a request has been lost.
const starting = "The calculator is starting.";
let stage = starting;
const ofBefore = (widget) => widget.classList.contains("waiting") ? " The answer still belongs to the inputs before." : "";
const staged = (widget) => stage + ofBefore(widget);
function reach(next) {
  stage = next;
  for (const widget of widgets) message(widget, staged(widget));
}

// load gets the program. A request that is lost is made again: after a pause, or when
// somebody wants to use a widget.
async function load() {
  const slow = setTimeout(reach, 15_000, "The calculator is still loading.");
  for (const pause of [500, 2000, 8000, 0]) {
    try {
      return await request(pause !== 500).finally(() => clearTimeout(slow));
    } catch (error) {
      if (!pause) throw error;
      console.info(error);
      reach("The calculator could not be loaded, and is tried again.");
      await new Promise((resolve) => {
        touch = resolve;
        setTimeout(resolve, pause);
      });
      touch = undefined;
    }
  }
}

async function request(again) {
  const inside = document.getElementById("lab-program"); // a page in a file of its own
  if (inside) return WebAssembly.compileStreaming(unpacked(inside));
  const exec = address("exec"), line = patience(10);
  if (again) exec.search = `?${Date.now()}`; // some browsers keep that a script was missing
  try {
    // What is kept may be what did not work.
    const [response] = await Promise.all([line.fetch(address("wasm"), again ? "reload" : "default"), Promise.race([import(exec), line.lost])]);
    return await (response.headers.get("Content-Type")?.startsWith("application/wasm")
      ? WebAssembly.compileStreaming(response)
      : WebAssembly.compile(await response.arrayBuffer()));
  } finally {
    line.done();
  }
}

// unpacked is the program that is written into the page.
function unpacked(text) {
  const packed = new Blob([Uint8Array.from(atob(text.textContent), (c) => c.charCodeAt(0))]);
  return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
}

// live starts a program and looks after it.
let lost = 0; // lives that ended, and nobody knows why
async function live(program) {
  const go = new Go();
  const life = new AbortController();
  const ended = (why) => {
    if (life.signal.aborted) return;
    life.abort();
    go._scheduledTimeouts.forEach(clearTimeout); // it would be woken again and again
    go._scheduledTimeouts.clear();
    console.warn(why);
    const culprit = lab.widgets[lab.at];
    lab.at = -1;
    for (const widget of widgets) {
      widget.removeAttribute("data-attached");
      widget.classList.remove("working");
      for (const left of widget.querySelectorAll("dialog, button.stop")) {
        if (left.contains(document.activeElement)) widget.querySelector("[data-input]")?.focus({ preventScroll: true });
        left.remove();
      }
    }
    if (culprit) {
      culprit.hopeless = culprit.fatal === culprit.state; // it is not tried a second time
      culprit.fatal = culprit.state;
      culprit.element.classList.add("waiting");
    } else if (++lost > 3) {
      lost = 0;
      off("The calculator has stopped. It starts again when you touch it.");
      return;
    }
    live(program).catch((error) => {
      console.warn(error);
      off("The calculator has stopped. It starts again when you touch it.");
    });
  };
  // A trap leaves the program as it was in the middle of something: it never goes on.
  const resume = go._resume;
  go._resume = () => {
    if (life.signal.aborted) return;
    try {
      resume.call(go);
    } catch (error) {
      ended(error);
    }
  };
  go.exit = (code) => ended(`exit code ${code}`);
  const instance = await WebAssembly.instantiate(program, go.importObject);
  lab.signal = life.signal;
  lab.helper = (heard) => helper(program, life.signal, heard);
  // The program sets lab-on when it has attached. It never ends by itself.
  go.run(instance).then(() => ended("the program has ended"), ended);
}

// helper starts a program in a worker, for what takes long, and returns that; nothing where
// the browser has none for us, as in a frame without an origin. What it says is heard; ""
// says that it has ended.
function helper(program, signal, heard) {
  if (!script.dataset.worker) return null;
  try {
    const worker = new Worker(self.ownScript("worker"), { type: "module" });
    const hear = (text) => { if (!signal.aborted) heard(text); };
    worker.addEventListener("message", (e) => hear(e.data));
    worker.addEventListener("error", () => hear(""));
    signal.addEventListener("abort", () => worker.terminate());
    worker.postMessage({ program, exec: address("exec").href });
    return worker;
  } catch (error) {
    console.info("all work is done in the page:", error);
    return null;
  }
}

// watch tells whether anybody but the program has changed the nodes of a form since it
// last said that it had: a translator, an extension, another script.
function watch(form) {
  let touched = false;
  const others = (changes) => changes.some(({ target }) => target.dataset?.marks === undefined); // see underlay
  const observer = new MutationObserver((changes) => { touched ||= others(changes); });
  observer.observe(form, { childList: true, characterData: true, subtree: true });
  const end = () => observer.disconnect();
  lab.signal.addEventListener("abort", end);
  return {
    touched: () => others(observer.takeRecords()) || touched,
    left: () => {
      observer.takeRecords();
      touched = false;
      for (const copy of form.querySelectorAll("[data-marks]")) requestAnimationFrame(() => underlay(copy.nextElementSibling, true));
    },
    end,
  };
}

// read writes a tree of nodes as package view reads it; no text of a page holds a zero.
function read(node) {
  const out = [];
  const write = (text) => out.push(text.replaceAll("\0", "\ufffd"));
  const walk = (n) => {
    if (n.nodeType === Node.TEXT_NODE) {
      out.push("");
      write(n.nodeValue);
      return;
    }
    const { localName = "#other" } = n, childNodes = n.dataset?.marks === undefined ? [...n.childNodes].filter((c) => !c.matches?.(".folded")) : []; // see fill
    const attributes = [...n.attributes ?? []].filter((a) => a.name !== "translate" && a.name !== "readonly"); // see original, fill
    out.push(localName, attributes.length);
    for (const { name, value } of attributes) {
      out.push(name);
      write(value);
    }
    out.push(childNodes.length);
    childNodes.forEach(walk);
  };
  walk(node);
  return out.join("\0");
}

// texts returns what takes texts one after the other from one that holds them all.
function texts(joined) {
  const list = joined.split("\0");
  let at = 0;
  return () => list[at++];
}

const originals = new Set(["code", "pre", "textarea", "output", "q", "math", "svg"]);

// original asks translators to leave an element alone that is meant as it stands, by the
// rule of package view.
function original(element) {
  if (originals.has(element.localName) || element.getAttribute("class") === "num") element.setAttribute("translate", "no");
  else element.removeAttribute("translate");
}

const isField = ({ dataset }) => dataset.input !== undefined || dataset.slider !== undefined;
const homes = new WeakMap(); // the id of the form that a field belongs to: see reunite
let makingFor = "";

// create makes the next tree of some texts, for an element of a namespace.
function create(next, space) {
  const tag = next();
  if (tag === "") return document.createTextNode(next());
  if (tag === "svg") space = "http://www.w3.org/2000/svg";
  if (tag === "math") space = "http://www.w3.org/1998/Math/MathML";
  const element = document.createElementNS(space, tag);
  for (let n = Number(next()); n > 0; n--) element.setAttribute(next(), next());
  original(element);
  if (isField(element)) homes.set(element, makingFor);
  for (let n = Number(next()); n > 0; n--) element.append(create(next, space));
  if (tag === "textarea" && beginning(element.textContent)) fill(element, element.textContent);
  return element;
}

const html = "http://www.w3.org/1999/xhtml";

function make(joined) {
  makingFor = "";
  return create(texts(joined), html);
}

// patch carries out changes of a tree, in the order of the operations of package view, and
// returns its root, which may be another then. It throws where the page is not as it was
// left. A translator brings back what it made of a text that it knows: then texts are
// not changed but replaced.
function patch(root, joined) {
  const next = texts(joined);
  const renew = next() === "1";
  makingFor = root.id;
  for (let op; (op = next()) !== undefined;) {
    let node = root;
    let depth = Number(next());
    const top = depth === 0;
    for (; depth > 0; depth--) node = node.childNodes[next()];
    const parent = node.parentNode;
    switch (Number(op)) {
      case 0: { // the text
        const text = next();
        if (renew) node.replaceWith(text);
        else node.nodeValue = text;
        syncText(parent);
        break;
      }
      case 1: { // an attribute
        const name = next(), value = next();
        if (name === "open" && node.matches(".tab") && !node.contains(typing()) && parent.contains(typing())) break; // whoever types in another tab stays there
        node.setAttribute(name, value);
        syncAttribute(node, name, value, true);
        break;
      }
      case 2: { // no attribute
        const name = next();
        if (name === "open" && node.contains(document.activeElement)) break; // whoever types in it is not done
        node.removeAttribute(name);
        syncAttribute(node, name, "", false);
        break;
      }
      case 3: { // a new child
        const before = node.childNodes[next()];
        node.insertBefore(create(next, node.namespaceURI), before ?? null);
        syncText(node);
        break;
      }
      case 4: // a child less
        node.childNodes[next()].remove();
        syncText(node);
        break;
      case 5: { // another node
        const fresh = create(next, parent.namespaceURI);
        parent.replaceChild(fresh, node);
        if (top) root = fresh;
      }
    }
  }
  return root;
}

// syncText gives a text area the text of its nodes, which count only until somebody has
// typed. The cursor stays where the text is the same already.
function syncText(node) {
  if (node.localName === "textarea" && node.value !== node.textContent) fill(node, node.textContent);
}

// A browser lays out all lines of a text area before it shows any: 130,000 empty ones, which
// have room in a link of 230 bytes, take seconds. So of a text of very many lines or letters
// that nobody has typed, only the first are shown until the reader asks for all.
const mostLines = 5000, mostLetters = 200_000, firstLines = 1000, firstLetters = 40_000;

// beginning is what is shown of such a text, "" where it is all.
function beginning(text) {
  let lines = 1, first = text.length;
  for (let at = 0; lines <= mostLines && (at = text.indexOf("\n", at) + 1); lines++) if (lines === firstLines) first = at - 1;
  if (lines <= mostLines && text.length <= mostLetters) return "";
  first = Math.min(first, firstLetters);
  return text.slice(0, first).replace(/[\ud800-\udbff]$/, "") || "\n";
}

// fill gives a text area its text. Its value is the whole of it, for whoever asks, also where
// only the beginning is shown, and cannot be changed, unless all is to be shown.
function fill(area, text, all) {
  delete area.value;
  const first = all ? "" : beginning(text);
  area.value = first || text;
  area.readOnly = Boolean(first);
  if (first) Object.defineProperty(area, "value", { configurable: true, get: () => text, set: (next) => fill(area, next) });
  queueMicrotask(() => { // when it stands in the page
    const field = area.closest(".code");
    let note = field?.querySelector(":scope > .folded");
    if (!note && (!first || !field)) return;
    if (!note) {
      note = document.createElement("p");
      note.className = "folded field-note";
      field.append(note);
    }
    note.hidden = !first;
    if (!first) return;
    const button = document.createElement("button"), count = (n) => n.toLocaleString("en"), lines = text.split("\n").length;
    button.type = "button";
    button.textContent = lines > 1 ? `Show all ${count(lines)} lines` : "Show all";
    button.addEventListener("click", () => {
      fill(area, text, true);
      area.focus();
    });
    note.replaceChildren(`This is the beginning of ${count(text.length)} characters. All of them are kept, and count. To change them, show all: then the page may stand still for some seconds. `, button);
  });
}

// pasted fills a text area with what is put in, where the browser would take seconds for so
// many lines, and lets the reader take it back, which the browser cannot then.
function pasted(e) {
  const area = e.target, { value: was, selectionStart: from, selectionEnd: to } = area;
  if (area.localName !== "textarea" || !(e.data?.length > firstLines)) return;
  const text = was.slice(0, from) + e.data.replace(/\r\n?/g, "\n") + was.slice(to);
  if (!beginning(text)) return;
  e.preventDefault();
  const put = (text) => {
    fill(area, text);
    area.dispatchEvent(new Event("input", { bubbles: true }));
  };
  put(text);
  queueMicrotask(() => { // behind that of fill
    const back = document.createElement("button");
    back.type = "button";
    back.textContent = "Take it back";
    back.addEventListener("click", () => {
      put(was);
      area.focus();
      area.setSelectionRange(from, to);
    });
    area.closest(".code")?.querySelector(":scope > .folded")?.append(" ", back);
  });
}

// typing is the line or text that somebody types in, null for none.
const typing = () => document.activeElement?.closest("input:not([type=radio], [type=checkbox]), textarea") ?? null;

// syncAttribute sets the property behind an attribute that is only its default.
function syncAttribute(node, name, value, on) {
  if (name === "value" && node.localName === "input" && node.value !== value) node.value = value;
  if (name === "checked" || name === "selected") node[name] = on;
  if (name === "class") original(node);
  if (name === "data-marks" && !on) node.replaceChildren(); // see underlay
}

// closed names the tabs of a widget that are closed, wherever they stand, and its cover.
function closed(widget) {
  const all = [...widget.querySelectorAll("details:is(.tab, .cover)")], names = (open) => all.filter((tab) => tab.open === open).map((tab) => tab.dataset.key);
  const open = new Set(names(true));
  return names(false).filter((name) => !open.has(name)).join(" ");
}

// underlay keeps the copy of an editor under its text. That of a long text has only the
// lines around those in sight, of which it knows where they are: see package lab.
const long = new WeakMap(); // the lines and marks of such a copy, and what is drawn of them
const around = 32;

function underlay(area, anew) {
  const copy = area.previousElementSibling;
  let top = area.scrollTop;
  if (copy.dataset.marks !== undefined) {
    if (anew || !long.has(copy)) {
      const marks = {};
      for (const mark of copy.dataset.marks.split(",")) (marks[parseInt(mark)] ??= []).push(mark.split(" "));
      long.set(copy, { lines: area.value.split("\n"), marks });
    }
    const { lines, marks, drawn } = long.get(copy), height = heightOf(copy);
    const first = Math.max(0, Math.floor(top / height / around) - 1) * around, last = first + Math.ceil(area.clientHeight / height) + 3 * around;
    if (drawn !== `${first} ${last}`) {
      long.get(copy).drawn = `${first} ${last}`;
      copy.replaceChildren(...lines.slice(first, last).map((text, i) => lineOf(text, first + i, marks[first + i] ?? [])));
    }
    top -= first * height;
  }
  copy.scrollTop = top;
  copy.scrollLeft = area.scrollLeft;
}

const mostMarked = 200; // of a line

function lineOf(text, at, marks) {
  const line = document.createElement("span");
  line.className = "line";
  line.dataset.line = at + 1;
  let end = 0;
  for (const [, from, to, name] of marks.slice(0, mostMarked)) {
    const mark = document.createElement("mark");
    mark.className = name;
    mark.textContent = text.slice(from, to);
    line.append(text.slice(end, from), mark);
    end = to;
  }
  line.append("\n");
  return line;
}

const heightOf = (copy) => parseFloat(getComputedStyle(copy).lineHeight);

// line is where a line of an editor is in the window.
function line(area, i) {
  const copy = area.previousElementSibling;
  if (copy.dataset.marks === undefined) return copy.children[Math.min(i, copy.children.length - 1)]?.getBoundingClientRect();
  const { left, top } = area.getBoundingClientRect(), { paddingTop, paddingLeft } = getComputedStyle(area), height = heightOf(copy);
  return new DOMRect(left + parseFloat(paddingLeft), top + area.clientTop + parseFloat(paddingTop) + i * height - area.scrollTop, 1, height);
}

// Until the core answers, what stands there is for the first inputs: whoever changes
// one before is told so at once, and the answer is dimmed.
function changed(e) {
  const widget = e.currentTarget;
  if (widget.hasAttribute("data-attached")) return;
  widget.classList.add("waiting");
  message(widget, staged(widget)); // it is loaded now
}

// What is typed before the program is there outlives a reload as what it keeps itself (see
// address.go), but in an embed. When the program has it, it takes this away.
const isEmbed = document.body.classList.contains("embed");
const nameOf = (field) => `${field.form?.id}.${field.dataset.input}`;
const typed = {}; // texts of fields, by their names
let keeping;

function keepTyped() {
  clearTimeout(keeping);
  keeping = undefined;
  for (const name in typed) if (document.getElementById(name.split(".")[0])?.closest("[data-attached]")) delete typed[name];
  const all = Object.keys(typed).length ? JSON.stringify(typed) : undefined;
  try {
    const { typed: before, ...state } = history.state ?? {};
    let refused = all;
    try {
      sessionStorage.removeItem(`lab ${state.lab} typed`);
      if (all) sessionStorage.setItem(`lab ${named()} typed`, all);
      refused = undefined;
    } catch (error) { // full, or blocked: the entry itself may have room
      console.info(error);
    }
    if (refused !== before) history.replaceState({ ...state, lab: named(), ...refused && { typed: refused } }, "");
  } catch (error) {
    console.info(error);
  }
}

// named gives this entry of the history its name, under which things wait: as soon as the page is
// there, for a reload takes the entry as it was a moment ago.
function named() {
  const entry = history.state?.lab ?? Date.now().toString(36);
  try {
    if (history.state?.lab !== entry) history.replaceState({ ...history.state, lab: entry }, "");
  } catch (error) {
    console.info(error);
  }
  return entry;
}

// readdress takes over the address that came too late for its entry: see keep in address.go.
function readdress() {
  try {
    const name = `lab ${history.state?.lab} at`, at = sessionStorage.getItem(name);
    sessionStorage.removeItem(name);
    if (at) history.replaceState(history.state, "", at);
  } catch (error) {
    console.info(error);
  }
}

function keep({ target, currentTarget: widget }) {
  if (!target.dataset.input || widget.hasAttribute("data-attached")) return;
  target.dataset.touched = ""; // it counts more than what the address says, also where it is the page's own text again
  if (isEmbed) return;
  typed[nameOf(target)] = target.value;
  named();
  clearTimeout(keeping);
  keeping = setTimeout(keepTyped, 300);
}

const differs = (field) =>
  field.type === "radio" || field.type === "checkbox" ? field.checked !== field.defaultChecked
  : field.options ? [...field.options].some((o) => o.defaultSelected && !o.selected)
  : field.value !== field.defaultValue;

function giveBack(widget) {
  const waiting = (name) => {
    try {
      return sessionStorage.getItem(`lab ${history.state?.lab} ${name}`);
    } catch {
      return null;
    }
  };
  try {
    const kept = JSON.parse(history.state?.typed ?? waiting("typed")) ?? {};
    for (const field of widget.querySelectorAll("[data-input]")) {
      const name = nameOf(field), text = kept[name] ?? waiting(name);
      if (isEmbed || text === null) continue;
      if (field.type === "radio") field.checked = field.value === text;
      else if (field.localName === "textarea") fill(field, text);
      else field.value = text;
      if (name in kept) {
        field.dataset.touched = "";
        typed[name] = text;
      }
      changed({ currentTarget: widget });
      start();
    }
  } catch (error) {
    console.info(error);
  }
}

// A widget is wanted when it is near the window or used, or when the address
// says something about it.
if (widgets.length) {
  readdress();
  if (!isEmbed) named(); // before there is anything to keep: see back in address.go
  const near = new IntersectionObserver((seen) => {
    if (seen.some((s) => s.isIntersecting)) {
      near.disconnect();
      start();
    }
  }, { rootMargin: "600px" });
  for (const widget of widgets) {
    near.observe(widget);
    for (const field of widget.querySelectorAll("[data-input], [data-slider]")) homes.set(field, widget.dataset.id);
    giveBack(widget);
    // What was typed before this script came, or what the browser itself has kept.
    for (const field of widget.querySelectorAll("[data-input]")) {
      if (differs(field)) {
        keep({ target: field, currentTarget: widget });
        changed({ currentTarget: widget });
        start();
      }
    }
    widget.addEventListener("beforeinput", unfit);
    widget.addEventListener("input", changed);
    widget.addEventListener("scroll", ({ target }) => { if (target.matches(".code-text")) underlay(target); }, true);
    widget.addEventListener("input", keep);
    for (const type of ["focusin", "pointerdown", "input"]) widget.addEventListener(type, start);
  }
  addEventListener("pagehide", () => { if (keeping) keepTyped(); });
  addEventListener("online", () => { if (root.classList.contains("lab-off")) start(); });
  if (location.search || location.hash.includes("=")) {
    // What stands there is not for the inputs of the address; an answer that has never been the
    // reader's is not shown until the first one is there.
    const said = location.search + location.hash, alone = widgets.length === 1;
    for (const widget of widgets) {
      const named = said.includes(`${widget.querySelector("form")?.id}.`);
      if (named || alone) changed({ currentTarget: widget });
      if (named || alone && /[?&]v=/.test(location.search)) widget.classList.add("linked");
    }
    start();
  }
  addEventListener("hashchange", start);
}

// A form that a script has moved out of its widget takes that along, to where it is now, when somebody uses it: nobody
// else hears what is done there, and the answer would stay as it was. A field that was moved out of its form goes back to it.
function reunite(e) {
  const { target } = e, form = target.closest?.("form.widget"), at = document.activeElement;
  const of = (id) => widgets.find((w) => w.dataset.id === id), home = homes.has(target) && of(homes.get(target));
  if (home && !home.contains(target) && form?.id !== home.dataset.id) {
    const { input, slider } = target.dataset, its = home.querySelector("form.widget") ?? home;
    const other = [...its.querySelectorAll("[data-input], [data-slider]")].find(({ dataset, type, value }) => dataset.input === input && dataset.slider === slider && (type !== "radio" || value === target.value));
    if (other) other.replaceWith(target);
    else its.append(target);
    at.focus();
  } else {
    const widget = form && !form.closest("[data-lab]") && of(form.id);
    if (!widget || widget.querySelector("form.widget")) return;
    form.replaceWith(widget);
    widget.prepend(form);
    at.focus({ preventScroll: true });
  }
  if (e.type === "click" && isField(target)) return; // it is followed by an input, which is heard
  e.stopImmediatePropagation(); // its way does not lead through the widget
  if (!target.dispatchEvent(new e.constructor(e.type, e)) || e.type === "click") e.preventDefault(); // the second click does what a click does
}
if (widgets.length) for (const type of ["keydown", "click", "input", "change"]) addEventListener(type, reunite, true);

if (document.querySelector("[data-outline]")) start(); // a page about the reader's progress

// What an address covers is hidden until the core has covered it.
const wanted = new URLSearchParams(location.search);
if (wanted.get("cover") === "1") {
  root.classList.add("lab-covering"); // styles hide .results; the program takes it away
  start();
}

if (isEmbed && parent !== window) {
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
  // The element <partition-lab> says which theme the page around has.
  addEventListener("message", (e) => {
    if (e.source === parent && e.data?.type === "lab:theme" && ["light", "dark"].includes(e.data.theme)) root.dataset.theme = e.data.theme;
  });
  new ResizeObserver(tell).observe(document.body);
  tell();
}
