// What the reader has read, tried and solved, without an account: kept in the browser, as
// the lines that package progress reads. localStorage and not IndexedDB: the whole course
// is a few kB, written at once or not at all; and it is there before the page is painted,
// in every tab.
//
// Where the browser keeps nothing, such as in a private window or on a full disk, the tab
// does, the page says so, and the link and the file are there all the same.
const script = document.querySelector("script[data-root]");
const site = script && new URL(script.dataset.root, document.baseURI).href;
const LOG = "progress", ANSWERS = "answers", PLACES = "places";
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

// Package progress says how much is kept: see its Bounds.
const [MOST, CHAPTERS, THINGS, LATEST, NAME, COUNT] = (script?.dataset.bounds ?? "").split(" ").map(Number);

// What was solved where a part of the course has been before counts where it is now: see movedParts.
const moves = new Map((script?.dataset.moves ?? "").split(",").map((move) => move.split(" ")).map(([chapter, thing, ...to]) => [`${chapter} ${thing}`, to]));

const days = new Map(); // whether it is a day of the calendar
function isDay(day) {
  if (!days.has(day)) {
    const at = new Date(`${day}T00:00Z`);
    days.set(day, at >= 0 && at <= 864e11 && at.toISOString().startsWith(day));
  }
  return days.get(day);
}

// into gives what a map has for a key, which it then has.
const into = (map, key) => map.get(key) ?? map.set(key, new Map()).get(key);

// parse reads logs into one, as package progress does: of the same mark on the same day the
// largest number counts. A log has chapters, these things, these days, these marks with numbers.
// It counts what it leaves out.
function parse(...texts) {
  const log = new Map();
  log.strange = 0;
  for (let text of texts) {
    if (text.length > MOST) {
      text = text.slice(0, text.lastIndexOf("\n", MOST - 1) + 1);
      log.strange++;
    }
    for (const line of text.split("\n")) {
      const [chapter, ...words] = line.trim().split(/\s+/);
      if (chapter && !words.length) log.strange++;
      for (const word of words) {
        const [, thing, day, marks] = /^([a-z0-9-]+):(\d{4}-\d\d-\d\d)(.+)$/.exec(word) ?? [];
        let ok = thing && thing.length <= NAME && chapter.length <= NAME && /^[a-z0-9/-]+$/.test(chapter) && isDay(day);
        for (let at = 0; ok && at < marks.length;) {
          const [all, mark, digits] = /^([!-,./;-@[-`{-~x])(\d*)/.exec(marks.slice(at, at + 1000)) ?? [];
          const n = digits ? Number(digits.slice(0, 5)) : 1;
          if (ok = all && n > 0) {
            const [of, name] = moves.get(`${chapter} ${thing}`) ?? [chapter, thing];
            const kept = into(into(into(log, of), name), day);
            kept.set(mark, Math.max(kept.get(mark) ?? 0, Math.min(n, COUNT)));
            at += all.length;
          }
        }
        if (!ok) log.strange++;
      }
    }
  }
  return log;
}

// write is the text of a log, with the latest events of each thing and the first of each kind.
function write(log, latest = LATEST) {
  const first = (map, most) => [...map.keys()].sort().slice(0, most);
  return first(log, CHAPTERS).map((chapter) => chapter + first(log.get(chapter), THINGS).map((thing) => {
    const events = [], seen = new Set();
    for (const [day, marks] of [...log.get(chapter).get(thing)].sort()) for (const mark of [...marks.keys()].sort()) events.push([day, mark, marks.get(mark)]);
    let said = "", last = "";
    events.forEach(([day, mark, n], i) => {
      if (!seen.has(mark) || i >= events.length - latest) {
        said += (day === last ? "" : ` ${thing}:${day}`) + mark + (n > 1 ? n : "");
        last = day;
      }
      seen.add(mark);
    });
    return said;
  }).join("")).join("\n");
}

// fit writes a log within what is read again: of each thing fewer events, where it must be.
function fit(log) {
  let text = write(log);
  for (let latest = LATEST; text.length > MOST && latest > 1; text = write(log, latest >>= 1));
  return text;
}

let known = ["", new Map()]; // the last texts, and what they say
function all() {
  const texts = [get("localStorage", LOG), get("sessionStorage", LOG), unkept], key = texts.join("\n\n");
  if (known[0] !== key) known = [key, parse(...texts)];
  return known[1];
}
const read = () => write(all());

// keep takes the place of the log.
function keep(log) {
  const text = fit(log);
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
  const log = parse(read()), had = into(into(into(log, chapter), thing), today());
  for (const mark of marks) had.set(mark, Math.min((had.get(mark) ?? 0) + 1, COUNT));
  keep(log);
}

// done is what a log says of a chapter: whether it is read, and which things are solved.
function done(log, chapter) {
  const things = log.get(chapter) ?? new Map(), solved = new Set();
  for (const [thing, days] of things) for (const marks of days.values()) if (marks.has("+")) solved.add(thing);
  return { read: things.has("read"), solved };
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

// link is an address that takes the log along: behind the #, so that no server sees it.
async function link(at) {
  const text = read();
  let packed = encodeURIComponent(text);
  if (self.CompressionStream) {
    const bytes = await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
    packed = "." + btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }
  return `${at ? at.href.replace(location.search, "") + "&" : site + "progress/#"}log=${packed}`;
}

// unpack reads what a link holds, in small pieces: a short one may hold gigabytes.
async function unpack(packed) {
  if (packed.length > 3 * MOST) throw new RangeError();
  if (!packed.startsWith(".")) return decodeURIComponent(packed);
  const bytes = Uint8Array.from(atob(packed.slice(1).replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  let at = 0, text = "";
  const pieces = new ReadableStream({ pull(to) { at < bytes.length ? to.enqueue(bytes.slice(at, at += 256)) : to.close(); } }, { highWaterMark: 0 });
  const reader = pieces.pipeThrough(new DecompressionStream("deflate-raw")).getReader(), decoder = new TextDecoder();
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    text += decoder.decode(value, { stream: true });
    if (text.length > MOST) {
      reader.cancel();
      throw new RangeError();
    }
  }
  return text;
}

const many = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`;
const tooMuch = "This is more than the progress of the whole course, so it was not read. Your own progress has not changed.";

// taken is this log with another one, or says why there is none.
function taken(text) {
  const log = parse(text);
  if (text.length > MOST) return tell(tooMuch);
  if (!log.size) return tell("This file or link holds no progress. Open one that this site has made.");
  const both = parse(read(), write(log));
  if (fit(both).length > MOST) return tell("Your progress and this one are too long together, so nothing was added. Your own progress has not changed.");
  return { log, both };
}

// take merges a log from elsewhere into this one.
function take(text) {
  const { log, both } = taken(text) ?? {};
  if (!log) return;
  keep(both);
  tell(`Progress in ${many(log.size, "chapter")} was added to yours.` + (log.strange ? " Some of it could not be read and was left out." : ""));
}

// ask says what a link holds, and changes nothing before the reader wants it: anybody can
// make a link.
function ask(text) {
  const { log, both } = taken(text) ?? {};
  if (!log) return leave();
  if (write(both) === read()) {
    leave();
    return tell("Your progress has all that this link holds.");
  }
  let things = 0, solved = 0, chapters = 0;
  for (const chapter of log.keys()) {
    const was = done(log, chapter);
    things += log.get(chapter).size - was.read;
    solved += was.solved.size;
    chapters += was.read;
  }
  tell(`This link holds the progress of somebody, perhaps yours from another device: ${many(log.size, "chapter")} (${chapters} read), ${many(things, "question")} (${solved} solved). Add it to your progress here? `);
  const said = document.querySelector(".progress-said");
  for (const [words, act] of [["Take it in", () => take(text)], ["Leave it", () => tell("Nothing was added. Your progress is as it was.")]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words;
    button.addEventListener("click", () => { leave(); act(); });
    said.append(button, " ");
  }
}

// leave takes the log out of the address.
function leave() { history.replaceState(history.state, "", location.pathname + location.search); }

async function fromAddress() {
  const [, place, packed] = /^#(.*&)?log=(.*)/.exec(location.hash) ?? [];
  if (packed == null) return;
  if (place) history.replaceState(history.state, "", "#" + place.slice(0, -1)); // where the reader was
  try {
    ask(await unpack(packed));
  } catch (e) {
    tell(e instanceof RangeError ? tooMuch : "The progress in this link is damaged, perhaps cut off. Your own progress has not changed.");
  }
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

// ---- what was typed into exercises, which answer was checked, and what was predicted
const form = (e) => e.target.closest?.("form.exercise");
const named = (f) => f.closest("[data-page]")?.dataset.page.replace(/^widget\/|\/$/g, "");
const fields = (f) => [...f.querySelectorAll("[data-input]")];
const answers = (store) => { try { return new Map(Object.entries(JSON.parse(get(store, ANSWERS) || "{}"))); } catch { return new Map(); } };
const when = (answer) => Number(answer?.[""]) || 0; // it was given
let pending = new Map(); // what no store takes
const answered = new WeakSet(); // exercises into which somebody has typed here
const seen = new Map(); // when the answers were given that this tab knows
let taking = false; // fields get what another tab has kept

// typed are the newest answers, whichever tab they come from.
function typed() {
  const kept = answers("localStorage");
  for (const more of [answers("sessionStorage"), pending]) for (const [name, mine] of more) if (!kept.has(name) || when(mine) > when(kept.get(name))) kept.set(name, mine);
  return kept;
}

// keepAnswer keeps what was checked, and what the fields hold where that was typed here: in
// another tab there may be more of it.
function keepAnswer(f, guess) {
  const before = typed().get(named(f)), mine = { ...answered.has(f) ? {} : before, "": Date.now() };
  guess ||= before?.guess;
  if (guess) mine.guess = guess;
  if (answered.has(f)) for (const e of fields(f)) if (e.type !== "radio" || e.checked) mine[e.dataset.input] = e.value;
  store(f, mine);
}

// differ are the fields that hold something else than an answer says; none where it says nothing.
const differ = (f, theirs) => fields(f).filter((e) => typeof theirs?.[e.dataset.input] === "string" && (e.type === "radio" ? e.checked !== (e.value === theirs[e.dataset.input]) : e.value !== theirs[e.dataset.input]));

// meet looks whether another tab has kept an answer since this one knew. It comes into the fields where
// nothing was typed here; whoever has typed is told, and chooses.
function meet(f) {
  const theirs = typed().get(named(f)), note = f.parentNode.querySelector(".answer-elsewhere");
  if (when(theirs) === (seen.get(named(f)) ?? 0)) return;
  seen.set(named(f), when(theirs));
  const others = differ(f, theirs);
  if (!others.length) return note?.remove();
  const takeOver = () => {
    for (const e of differ(f, theirs)) {
      if (e.type === "radio") e.checked = e.value === theirs[e.dataset.input];
      else e.value = theirs[e.dataset.input];
      if (f.closest("[data-attached]") && (e.type !== "radio" || e.checked)) e.dispatchEvent(new Event("input", { bubbles: true }));
    }
  };
  if (!answered.has(f)) {
    taking = true;
    if (!linked()) takeOver();
    taking = false;
    return;
  }
  const said = note ?? document.createElement("p");
  said.className = "answer-elsewhere";
  said.setAttribute("role", "status");
  said.replaceChildren("Another tab has another answer to this. ");
  for (const [words, act] of [["Show that one", takeOver], ["Keep this one", () => keepAnswer(f)]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words;
    button.addEventListener("click", () => { said.remove(); act(); });
    said.append(button, " ");
  }
  f.after(said);
}

// store keeps an answer, or nothing where it was taken back.
function store(f, mine) {
  meet(f);
  seen.set(named(f), when(mine));
  pending.set(named(f), mine);
  const text = JSON.stringify(Object.fromEntries(typed()));
  const local = put("localStorage", ANSWERS, text), ok = local || put("sessionStorage", ANSWERS, text);
  if (local) try { sessionStorage.removeItem(ANSWERS); } catch {}
  if (ok) pending = new Map();
  for (const said of document.querySelectorAll(".answer-unkept")) if (ok) said.remove();
  if (!ok && !f.parentNode.querySelector(".answer-unkept")) {
    const said = document.createElement("p");
    said.className = "answer-unkept";
    said.setAttribute("role", "alert");
    said.textContent = "This browser does not keep your answer: its store is full, or it keeps nothing. Copy it before you leave this page.";
    f.after(said);
  }
}

const linked = () => location.search || location.hash.includes("="); // a link says what is in the fields

function putBack() {
  const kept = typed(), how = new URLSearchParams(location.search);
  if (!how.has("cover") && !how.has("again")) for (const w of document.querySelectorAll(".lab")) { // the program reads what was predicted or checked
    const guess = kept.get(named(w))?.guess;
    if (typeof guess === "string") w.dataset.guess = guess;
  }
  for (const [name, answer] of kept) seen.set(name, when(answer));
  if (linked()) return;
  for (const f of document.querySelectorAll("form.exercise")) {
    const mine = kept.get(named(f));
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
    const to = await link(button.closest("[data-end]") && document.querySelector(".contents [aria-current]")); // the part of the chapter that is read
    try {
      await navigator.clipboard.writeText(to);
      tell("The link is copied, with what you have read and solved, but not your answers.");
    } catch { // plain http, or not allowed
      const field = document.createElement("input");
      field.readOnly = true;
      field.value = to;
      field.setAttribute("aria-label", "The link with your progress");
      button.after(field);
      field.select();
      tell("Copy the link that is selected.");
    }
  },
  file() {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([read() + "\n"], { type: "text/plain" }));
    a.download = `partition-lab-progress-${today()}.txt`;
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
    tell(`The file ${a.download} has what you have read and solved, but not your answers.`);
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
    for (const store of ["localStorage", "sessionStorage"]) for (const key of [LOG, ANSWERS, PLACES]) try { self[store].removeItem(key); } catch {}
    unkept = "";
    pending = new Map();
    delete button.dataset.sure;
    button.textContent = "Erase my progress";
    tell("Your progress and your answers are erased in this browser.");
    show();
    dispatchEvent(new Event("lab:kept"));
  },
};

if (script && !document.body.classList.contains("embed")) {
  globalThis.readerlog = { read, today, parse: (text) => write(parse(text)) }; // for the program, and for tests
  fromAddress();
  putBack();
  show();
  addEventListener("hashchange", fromAddress);
  addEventListener("storage", (e) => {
    if (e.key === ANSWERS) document.querySelectorAll("form.exercise").forEach(meet);
    if (e.key !== LOG && e.key !== null) return;
    show();
    dispatchEvent(new Event("lab:kept"));
  });
  addEventListener("lab:note", (e) => {
    add(e.detail.chapter, e.detail.thing, e.detail.marks);
    if (e.detail.guess) keepAnswer(e.target.querySelector("form"), e.detail.guess);
  });
  const answers = (f) => {
    if (taking) return;
    answered.add(f);
    keepAnswer(f);
  };
  for (const type of ["input", "change"]) addEventListener(type, (e) => { if (form(e)) answers(form(e)); });
  const pressed = new MutationObserver((list) => { for (const { target } of list) if (target.type === "hidden" && target.value !== typed().get(named(target.form))?.[target.dataset.input]) answers(target.form); });
  for (const f of document.querySelectorAll("form.exercise")) pressed.observe(f, { subtree: true, attributes: true, attributeFilter: ["value"] }); // answers that buttons give
  addEventListener("click", (e) => {
    const button = e.target.closest?.("[data-progress]");
    if (button) does[button.dataset.progress](button);
  });
  addEventListener("click", (e) => { // an answer is taken back, or brought back
    const f = form(e), does = f && e.target.closest("[data-do]")?.dataset.do; // before the program changes fields and button
    if (does === "reset") setTimeout(() => store(f, { "": Date.now() }));
    if (does === "back" || does === "bring") setTimeout(() => answers(f));
  }, true);
  document.querySelector("#progress-file")?.addEventListener("change", async (e) => {
    for (const file of e.target.files) file.size > MOST ? tell(tooMuch) : take(await file.text());
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
  // A chapter is read when each of its parts and its end was in view, and a fifth of the time has
  // passed that it takes: who jumps to the end, or rolls through, has not read it.
  const end = document.querySelector("[data-end]");
  if (end) {
    const chapter = end.dataset.end;
    const open = new Set([...document.querySelectorAll("main h2[id]"), end]);
    const seen = new IntersectionObserver((list) => {
      for (const s of list) if (s.isIntersecting) open.delete(s.target);
      if (open.size) return;
      seen.disconnect();
      setTimeout(() => {
        if (!all().get(chapter)?.get("read")?.has(today())) add(chapter, "read", ".");
      }, end.dataset.least * 1e3 - performance.now());
    });
    for (const e of open) seen.observe(e);

    // Who comes back to a chapter is led to the part at which they left it, but for the first.
    const parts = [...document.querySelectorAll(".contents a[href^='#']")];
    const places = () => { try { return Object(JSON.parse(get("localStorage", PLACES))); } catch { return {}; } };
    const part = parts.findIndex((a) => a.hash === places()[chapter]);
    if (part > 0 && !location.hash && !done(all(), chapter).read) {
      const on = document.createElement("p"), a = document.createElement("a");
      on.className = "save-place";
      a.href = parts[part].hash;
      a.textContent = `Go on where you were: ${parts[part].textContent}`;
      on.append(a);
      document.querySelector("main header")?.append(on);
    }
    addEventListener("pagehide", () => {
      const at = parts.find((a) => a.hasAttribute("aria-current"))?.hash;
      if (at) put("localStorage", PLACES, JSON.stringify({ ...places(), [chapter]: at }));
    });
  }
}
