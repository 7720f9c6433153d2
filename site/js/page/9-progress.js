// What the reader has read, tried and solved, without an account: kept in the browser, as
// the lines that package progress reads. localStorage and not IndexedDB: the whole course
// is a few kB, written at once or not at all; and it is there before the page is painted,
// in every tab.
//
// Where the browser keeps nothing, such as in a private window or on a full disk, the tab
// does, the page says so, and the link and the file are there all the same.
const script = document.querySelector("script[data-root]");
const site = script && new URL(script.dataset.root, document.baseURI).href;
const LOG = "progress", ANSWERS = "answers";
let unkept = ""; // what not even the tab's store takes

const get = (store, key) => { try { return self[store].getItem(key) ?? ""; } catch { return ""; } };
const put = (store, key, text) => {
  try {
    self[store].setItem(key, text);
    return self[store].getItem(key) === text;
  } catch { return false; }
};

// today is the reader's own day.
function today() {
  const d = new Date(), two = (n) => String(n).padStart(2, "0");
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
}

// parse reads logs into one, as package progress does: of the same mark on the same day the
// largest number counts. Its keys are a chapter, a thing and a day.
function parse(...texts) {
  const log = new Map();
  for (const text of texts) for (const line of text.split(/\r?\n/)) {
    const [chapter, ...words] = line.trim().split(/\s+/);
    if (!/^[a-z0-9/-]{1,80}$/.test(chapter)) continue;
    for (const word of words) {
      const m = /^([a-z0-9-]{1,80}:\d{4}-\d\d-\d\d)([!-~]+)$/.exec(word);
      if (!m) continue;
      const marks = log.get(`${chapter} ${m[1]}`) ?? new Map();
      for (const [, mark, n] of m[2].matchAll(/(\D)(\d*)/g)) marks.set(mark, Math.max(marks.get(mark) ?? 0, Number(n || 1)));
      log.set(`${chapter} ${m[1]}`, marks);
    }
  }
  return log;
}

function write(log) {
  const lines = new Map();
  for (const key of [...log.keys()].sort()) {
    const [chapter, word] = key.split(" ");
    lines.set(chapter, `${lines.get(chapter) ?? chapter} ${word}${[...log.get(key)].map(([mark, n]) => mark + (n > 1 ? n : "")).join("")}`);
  }
  return [...lines.values()].join("\n");
}

const all = () => parse(get("localStorage", LOG), get("sessionStorage", LOG), unkept);
const read = () => write(all());

// keep takes the place of the log.
function keep(log) {
  const text = write(log);
  if (put("localStorage", LOG, text)) {
    unkept = "";
    try { sessionStorage.removeItem(LOG); } catch {}
  } else {
    const tab = put("sessionStorage", LOG, text);
    unkept = tab ? "" : text;
    tell(`This browser does not keep your progress: the window is private, or the disk is full. Nothing is lost until you ${tab ? "close this tab" : "leave this page"}. `, true);
  }
  show();
  dispatchEvent(new Event("lab:kept"));
}

// add notes that something happened today.
function add(chapter, thing, marks) {
  const log = all(), key = `${chapter} ${thing}:${today()}`;
  const had = log.get(key) ?? new Map();
  for (const mark of marks) had.set(mark, (had.get(mark) ?? 0) + 1);
  keep(log.set(key, had));
}

// done is what a log says of a chapter: whether it is read, and which things are solved.
function done(log, chapter) {
  const solved = new Set();
  let read = false;
  for (const [key, marks] of log) {
    if (!key.startsWith(`${chapter} `)) continue;
    const thing = key.slice(chapter.length + 1, key.indexOf(":"));
    if (marks.has("+")) solved.add(thing);
    read ||= thing === "read";
  }
  return { read, solved };
}

// show marks what is read and solved in lists of chapters and of outcomes.
function show() {
  const log = all();
  for (const a of document.querySelectorAll("[data-chapter]")) {
    const { read, solved } = done(log, a.dataset.chapter);
    const tasks = (a.dataset.tasks ?? "").split(" ").filter(Boolean);
    const n = tasks.filter((t) => solved.has(t)).length;
    const parts = [];
    if (a.hasAttribute("data-task")) n && parts.push("solved");
    else {
      if (tasks.length && n) parts.push(`${n} of ${tasks.length} solved`);
      if (read) parts.push("read");
    }
    let mark = a.querySelector(":scope > .done");
    if (!mark && !parts.length) continue;
    if (!mark) {
      mark = document.createElement("span");
      mark.className = "done";
      a.append(" ", mark);
    }
    const words = parts.join(", ");
    if (!words || a.hasAttribute("data-task")) {
      mark.textContent = words && `✓ ${words}`;
      continue;
    }
    const brief = document.createElement("span"), said = document.createElement("span"); // a title has little room beside it
    brief.setAttribute("aria-hidden", "true");
    brief.textContent = [n && `${n}/${tasks.length}`, read && "✓"].filter(Boolean).join(" ");
    said.className = "visually-hidden";
    mark.title = said.textContent = words;
    mark.replaceChildren(brief, said);
  }
}

// link is the address that takes the log along: behind the #, so that no server sees it.
async function link() {
  const text = read();
  let packed = encodeURIComponent(text);
  if (self.CompressionStream) {
    const bytes = await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
    packed = "." + btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }
  return `${site}progress/#log=${packed}`;
}

async function unpack(packed) {
  if (!packed.startsWith(".")) return decodeURIComponent(packed);
  const bytes = Uint8Array.from(atob(packed.slice(1).replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

// take merges a log from elsewhere into this one.
const MOST = 1e6; // the whole course is a few kB
function take(text) {
  const log = text.length < MOST ? parse(text) : new Map();
  if (!log.size) return tell("This file or link holds no progress. Open one that this site has made.");
  keep(parse(read(), write(log)));
  const chapters = new Set([...log.keys()].map((key) => key.split(" ")[0])).size;
  const words = text.split(/\r?\n/).flatMap((l) => l.trim().split(/\s+/).slice(1)).length;
  tell(`Progress in ${chapters} ${chapters === 1 ? "chapter" : "chapters"} was added to yours.` + (words > log.size ? " Some of it could not be read and was left out." : ""));
}

async function fromAddress() {
  if (!location.hash.startsWith("#log=")) return;
  const packed = location.hash.slice(5);
  try {
    take(await unpack(packed));
    history.replaceState(null, "", location.pathname);
  } catch { tell("The progress in this link is damaged, perhaps cut off. Your own progress has not changed."); }
}

// tell says something in the page, where it has a place for that, else at its edge.
function tell(text, place) {
  let said = document.querySelector(".progress-said");
  if (!said) {
    said = document.createElement("div");
    said.className = "edition progress-said";
    said.setAttribute("role", "status");
    document.body.append(said);
  }
  said.replaceChildren(text);
  if (place) {
    const a = document.createElement("a");
    a.href = `${site}progress/`;
    a.textContent = "Save your place";
    link().then((to) => { a.href = to; });
    said.append(a);
  }
}

// ---- what was typed into exercises
const form = (e) => e.target.closest?.("form.exercise");
const named = (f) => f.closest("[data-page]")?.dataset.page.replace(/^widget\/|\/$/g, "");
const answers = (store) => { try { return JSON.parse(get(store, ANSWERS) || "{}"); } catch { return {}; } };
const typed = () => ({ ...answers("localStorage"), ...answers("sessionStorage") });
const fields = (f) => [...f.querySelectorAll("[data-input]")];

function keepAnswer(f) {
  const kept = typed(), mine = {};
  for (const e of fields(f)) if (e.type !== "radio" || e.checked) mine[e.dataset.input] = e.value;
  kept[named(f)] = mine;
  put("localStorage", ANSWERS, JSON.stringify(kept)) || put("sessionStorage", ANSWERS, JSON.stringify(kept));
}

function putBack() {
  if (location.search || location.hash.includes("=")) return; // a link says what is in the fields
  const kept = typed();
  for (const f of document.querySelectorAll("form.exercise")) {
    const mine = kept[named(f)];
    if (!mine) continue;
    for (const e of fields(f)) {
      const text = mine[e.dataset.input];
      if (typeof text !== "string" || e.type !== "radio" && e.value !== (e.dataset.default ?? e.defaultValue ?? "")) continue;
      if (e.type === "radio") e.checked = e.value === text;
      else e.value = text;
    }
  }
}

// ---- buttons
const does = {
  async link(button) {
    const to = await link();
    try {
      await navigator.clipboard.writeText(to);
      tell("The link with your progress is copied. Open it on another device, or keep the link.");
    } catch { // plain http, or not allowed
      const field = document.createElement("input");
      field.readOnly = true;
      field.value = to;
      field.setAttribute("aria-label", "The link with your progress");
      button.after(field);
      field.select();
      tell("Copy the link that is selected, and keep it.");
    }
  },
  file() {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([read() + "\n"], { type: "text/plain" }));
    a.download = `partition-lab-progress-${today()}.txt`;
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
  },
  again(button) { // what the reader is not sure of
    for (const thing of button.dataset.things.split(" ")) add(button.dataset.chapterOf, thing, "~");
    button.disabled = true;
    button.textContent = "Comes back tomorrow";
  },
  open() { document.querySelector("#progress-file").click(); },
  erase(button) {
    if (!button.dataset.sure) {
      button.dataset.sure = "1";
      button.textContent = "Erase it now. This cannot be undone.";
      return;
    }
    for (const store of ["localStorage", "sessionStorage"]) for (const key of [LOG, ANSWERS]) try { self[store].removeItem(key); } catch {}
    unkept = "";
    delete button.dataset.sure;
    button.textContent = "Erase my progress";
    tell("Your progress and your answers are erased in this browser.");
    show();
    dispatchEvent(new Event("lab:kept"));
  },
};

if (script && !document.body.classList.contains("embed")) {
  globalThis.readerlog = { read, today }; // for the program
  putBack();
  show();
  fromAddress();
  addEventListener("hashchange", fromAddress);
  addEventListener("storage", (e) => {
    if (e.key !== LOG && e.key !== null) return;
    show();
    dispatchEvent(new Event("lab:kept"));
  });
  addEventListener("lab:note", (e) => add(e.detail.chapter, e.detail.thing, e.detail.marks));
  for (const type of ["input", "change"]) addEventListener(type, (e) => { if (form(e)) keepAnswer(form(e)); });
  const pressed = new MutationObserver((list) => { for (const m of list) if (m.target.type === "hidden") keepAnswer(m.target.form); });
  for (const f of document.querySelectorAll("form.exercise")) pressed.observe(f, { subtree: true, attributes: true, attributeFilter: ["value"] }); // answers that buttons give
  addEventListener("click", (e) => {
    const button = e.target.closest?.("[data-progress]");
    if (button) does[button.dataset.progress](button);
  });
  document.querySelector("#progress-file")?.addEventListener("change", async (e) => {
    for (const file of e.target.files) take(await file.text());
    e.target.value = "";
  });
  if (new URLSearchParams(location.search).has("again")) { // the page of an exercise, opened from the review
    const back = document.createElement("p"), a = document.createElement("a");
    back.className = "save-place";
    a.className = "back-to-review";
    a.href = `${site}review/`;
    a.textContent = "Back to the review";
    back.append(a);
    document.querySelector("main").append(back);
  }
  // A chapter is read when each of its parts and its end was in view: who jumps to the end
  // has not read it.
  const end = document.querySelector("[data-end]");
  if (end) {
    const chapter = end.dataset.end;
    const open = new Set([...document.querySelectorAll("main h2[id]"), end]);
    const seen = new IntersectionObserver((list) => {
      for (const s of list) if (s.isIntersecting) open.delete(s.target);
      if (open.size) return;
      seen.disconnect();
      if (!all().has(`${chapter} read:${today()}`)) add(chapter, "read", ".");
    });
    for (const e of open) seen.observe(e);
  }
}
