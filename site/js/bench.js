// The editor of the workbench: CodeMirror over the text area of the widget, which goes on
// holding the whole text. The program in the page judges that text as ever; what it says of
// places comes back in a hidden list (see marks in wasm/lab/bench.go). Files are parts of the
// text, each behind a line "-- file: NAME"; a statement ends with its file, and lines are those
// of the file.
const root = document.querySelector('.lab[data-lab="bench"]');
const area = () => root.querySelector("textarea[data-input]");
const begins = /^-- file:[ \t]*(\S.*?)[ \t]*$/gm;

// split divides a text into files; join is its opposite.
function split(text) {
  const found = [...text.matchAll(begins)];
  const files = [];
  const head = found.length ? text.slice(0, found[0].index) : text;
  if (head.trim() || !found.length) files.push({ name: "schema.cql", plain: true, text: head });
  found.forEach((match, i) => {
    const start = Math.min(match.index + match[0].length + 1, text.length);
    files.push({ name: match[1], text: text.slice(start, found[i + 1]?.index) });
  });
  return files;
}

function join(files) {
  let text = "";
  files.forEach((file, i) => {
    file.plain = file.plain && i === 0;
    if (!file.plain) text += `-- file: ${file.name}\n`;
    file.base = text.length;
    text += file.text;
    if (i < files.length - 1 && !text.endsWith("\n")) text += "\n";
  });
  return text;
}

const el = (tag, attributes = {}, ...inside) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...inside);
  return element;
};

// What others say of the text, as the last answer has it.
let said = { marks: [], roles: [], statements: [] };
function listen() {
  const list = root.querySelector("ul.marks");
  if (!list) { // nothing is said of this text
    said = { marks: [], roles: [], statements: [] };
    return;
  }
  const lines = (name) => (list.dataset[name] ?? "").split("\n").filter(Boolean);
  const roles = []; // by table
  for (const line of lines("roles")) {
    const [table, role, ...name] = line.split(" ");
    (roles[table] ??= new Map()).set(name.join(" "), role);
  }
  said = {
    roles,
    statements: lines("statements").map((line) => { const [from, to, table, look, ...words] = line.split(" "); return { from: Number(from), to: Number(to), table: Number(table), look, words: words.join(" ") }; }),
    marks: [...list.children].map((item) => {
      const [from, to] = item.dataset.at.split(" ").map(Number);
      const fixes = [...item.querySelectorAll("button")].map((b) => ({ title: b.textContent, id: b.dataset.with }));
      return { from, to, look: item.className, rule: item.dataset.rule, words: [...item.querySelectorAll("p")].map((p) => p.textContent), fixes };
    }),
  };
}

const most = 300; // maxMarks in wasm/lab/bench.go: there may be more
const shades = { refused: "error", warning: "warning", advice: "warning", note: "info", notjudged: "info" };

function build(cm) {
  const { EditorState, EditorView, Decoration, ViewPlugin, keymap } = cm;
  let files = split(area().value), open = 0, sent = area().value;

  // Colours: the lexer of the program for what is in sight, roles of columns from the answer.
  const color = Object.fromEntries(["com", "kw", "ty", "str", "lit", "role-key", "role-clustering", "role-static", "role-value"].map((name) => [name, Decoration.mark({ class: name })]));
  const colored = (view) => {
    const set = new cm.RangeSetBuilder();
    const pieces = globalThis.partitionlab?.pieces;
    const doc = view.state.doc, { from, to } = view.viewport;
    let start = from;
    if (from > 4000) { // the lexer begins behind a statement
      const before = doc.sliceString(Math.max(0, from - 20000), from);
      start = from - before.length + Math.max(before.lastIndexOf(";\n") + 1, 0);
    } else start = 0;
    if (!pieces) return set.finish();
    const text = doc.sliceString(start, to);
    let at = 0; // the statement of the piece
    const roleOf = (place, word) => {
      const all = said.statements;
      while (at < all.length - 1 && all[at].to < place) at++;
      return said.roles[all[at]?.table]?.get(word.startsWith('"') ? word.slice(1, -1) : word.toLowerCase());
    };
    for (const line of pieces(text).split("\n")) {
      const [a, b, name] = line.split(" ");
      if (!name || start + Number(b) < from) continue;
      let look = color[name];
      if (name === "name" || name === "ty") {
        const role = roleOf(files[open].base + start + Number(a), text.slice(Number(a), Number(b)));
        if (role) look = color[role];
      }
      if (look) set.add(start + Number(a), start + Number(b), look);
    }
    return set.finish();
  };
  const again = cm.StateEffect.define();
  const colors = ViewPlugin.fromClass(class {
    constructor(view) { this.decorations = colored(view); }
    update(u) {
      if (u.docChanged || u.viewportChanged || u.transactions.some((t) => t.effects.some((e) => e.is(again)))) this.decorations = colored(u.view);
    }
  }, { decorations: (plugin) => plugin.decorations });

  // A statement folds from its first line to its last.
  const folds = cm.foldService.of((state, from, to) => {
    const first = state.doc.lineAt(from);
    if (!/^[^\s)-]/.test(first.text) || first.text.trimEnd().endsWith(";")) return null;
    for (let n = first.number + 1; n <= state.doc.lines; n++) {
      const line = state.doc.line(n);
      if (/^[^\s)]/.test(line.text)) return null;
      if (line.text.trimEnd().endsWith(";")) return { from: first.to, to: line.to };
    }
    return null;
  });

  const common = [
    cm.highlightSpecialChars(), cm.history(), cm.drawSelection(), cm.rectangularSelection(), cm.bracketMatching(), cm.closeBrackets(),
    cm.highlightActiveLine(), cm.highlightSelectionMatches(), cm.search({ top: true }), cm.foldGutter({ openText: "▾", closedText: "▸" }), folds, colors,
    cm.indentUnit.of("  "), EditorState.tabSize.of(2),
    EditorView.contentAttributes.of({ "aria-label": "CQL", autocapitalize: "off", autocorrect: "off", spellcheck: "false", translate: "no", tabindex: "0" }),
    cm.placeholder("CREATE TABLE …"),
    EditorView.lineWrapping,
    cm.autocompletion({ override: [(context) => complete(context)] }), cm.hoverTooltip((view, pos) => hover(view, pos), { hoverTime: 400 }),
    keymap.of([{ key: "Mod-.", run: cm.openLintPanel }, { key: "F12", run: () => define() }, { key: "F2", run: () => rename() }, { key: "Shift-Alt-f", run: () => format() }, ...cm.closeBracketsKeymap, ...cm.searchKeymap, ...cm.historyKeymap, ...cm.foldKeymap, ...cm.completionKeymap, ...cm.lintKeymap, ...cm.defaultKeymap]),
    EditorView.updateListener.of((u) => {
      if (u.docChanged) {
        files[open].text = u.state.doc.toString();
        sendSoon();
      }
      if (u.docChanged || u.selectionSet) here();
    }),
  ];
  const stateOf = (file) => EditorState.create({ doc: file.text, extensions: [cm.lineNumbers(), common] });

  // The host stands beside the form, for the program looks after every node in that.
  const tabs = el("div", { class: "bench-files", role: "tablist", "aria-label": "Files" });
  const tools = el("div", { class: "bench-tools" });
  const frame = el("div", { class: "bench-code" });
  const now = el("p", { class: "bench-here", "aria-live": "off" });
  const host = el("div", { class: "bench-editor" }, tabs, tools, frame, now);
  const shadow = frame.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.prepend(host);
  root.classList.add("edited");
  const view = new EditorView({ state: stateOf(files[0]), parent: shadow, root: shadow });
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];

  // The text goes to the program a moment after it was typed; a long one later.
  let sending;
  const sendSoon = () => {
    clearTimeout(sending);
    sending = setTimeout(send, sent.length > 50000 ? 250 : 15);
  };
  function send() {
    clearTimeout(sending);
    const text = join(files);
    if (text === sent) return;
    sent = text;
    const field = area();
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    remember();
  }

  // take shows a text that others have written: a repair, a link, a sample.
  function take(text, ours = false) {
    clearTimeout(sending);
    if (!ours) sent = text;
    const next = split(text);
    const alike = next.length === files.length && next.every((file, i) => file.name === files[i].name);
    let at = open;
    if (!alike) {
      files = next.map((file) => ({ ...file, state: undefined }));
      at = Math.min(open, files.length - 1);
    } else {
      const changed = next.findIndex((file, i) => file.text !== files[i].text);
      if (changed >= 0 && next[open].text === files[open].text) at = changed;
    }
    join(alike ? files : next); // places
    if (!alike) {
      open = at;
      view.setState(stateOf(files[open]));
    }
    if (alike) {
      show(at);
      next.forEach((file, i) => {
        const old = files[i].text, fresh = file.text;
        if (old === fresh) return;
        let a = 0, b = 0;
        while (a < old.length && a < fresh.length && old[a] === fresh[a]) a++;
        while (b < old.length - a && b < fresh.length - a && old[old.length - 1 - b] === fresh[fresh.length - 1 - b]) b++;
        const change = { changes: { from: a, to: old.length - b, insert: fresh.slice(a, fresh.length - b) }, selection: { anchor: a }, scrollIntoView: true }; // selected, the next key would erase it
        files[i].text = fresh;
        if (i === open) view.dispatch(change);
        else if (files[i].state) files[i].state = files[i].state.update(change).state;
      });
      clearTimeout(sending);
    }
    join(files);
    list();
  }

  // show opens a file.
  function show(i) {
    if (i === open || !files[i]) return;
    files[open].state = view.state;
    open = i;
    view.setState(files[i].state ?? stateOf(files[i]));
    mark();
    list();
  }

  // go leads to a place of the whole text.
  function go(from, to = from) {
    const i = files.findLastIndex((file) => file.base <= from);
    if (i < 0) return;
    show(i);
    const at = (n) => Math.min(Math.max(n - files[i].base, 0), view.state.doc.length);
    view.dispatch({ selection: { anchor: at(from), head: at(to) }, effects: EditorView.scrollIntoView(at(from), { y: "center" }) });
  }

  // Tabs of the files.
  function list() {
    const focused = tabs.contains(document.activeElement);
    tabs.replaceChildren(...files.map((file, i) => {
      const bad = said.marks.filter((m) => m.look === "refused" && m.from >= file.base && m.from <= file.base + file.text.length).length;
      return el("button", {
        type: "button", role: "tab", "aria-selected": String(i === open), tabindex: i === open ? "0" : "-1", draggable: "true", class: bad ? "refused" : undefined,
        title: `${file.name}: drag it, or press Alt and an arrow key, to change the order`,
        click: () => { show(i); view.focus(); },
        keydown: (e) => {
          const by = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
          if (!by) return;
          e.preventDefault();
          if (e.altKey) move(i, i + by);
          else show((i + by + files.length) % files.length);
          tabs.children[open].focus();
        },
        dragstart: (e) => { e.dataTransfer.setData("text/x-file-of-workbench", String(i)); e.dataTransfer.effectAllowed = "move"; },
        dragover: (e) => { if (e.dataTransfer.types.includes("text/x-file-of-workbench")) e.preventDefault(); },
        drop: (e) => {
          const from = e.dataTransfer.getData("text/x-file-of-workbench");
          if (from === "") return;
          e.preventDefault();
          e.stopPropagation();
          move(Number(from), i);
        },
      }, `${i + 1} ${file.name}`, ...(bad ? [el("span", { class: "bench-bad" }, ` ✕ ${bad}${said.marks.length < most ? "" : "+"}`)] : []));
    }));
    if (focused) tabs.children[open]?.focus();
    earlier.disabled = open === 0;
    later.disabled = open === files.length - 1;
    remove.disabled = files.length === 1;
  }

  // change does something to the list of files and tells the program.
  function change(what) {
    files[open].state = view.state;
    const current = files[open];
    const wanted = what() ?? current;
    for (const file of files) file.plain = false;
    send();
    open = Math.max(files.indexOf(wanted), 0);
    view.setState(files[open].state ?? stateOf(files[open]));
    mark();
    list();
  }
  function move(from, to) {
    if (to < 0 || to >= files.length || from === to) return;
    change(() => {
      const [file] = files.splice(from, 1);
      files.splice(to, 0, file);
      return file;
    });
  }
  const unused = (name) => {
    const clean = name.replace(/\s+/g, " ").trim().slice(0, 80) || "file.cql";
    let out = clean;
    for (let n = 2; files.some((file) => file.name === out); n++) out = clean.replace(/(\.[^.]*)?$/, ` ${n}$1`);
    return out;
  };
  const button = (text, title, click) => el("button", { type: "button", title, click }, text);
  const earlier = button("◀", "Run this file earlier", () => move(open, open - 1));
  const later = button("▶", "Run this file later", () => move(open, open + 1));
  earlier.setAttribute("aria-label", "Run this file earlier");
  later.setAttribute("aria-label", "Run this file later");
  const remove = button("Remove", "Take this file out", () => change(() => { files.splice(open, 1); return files[Math.max(open - 1, 0)]; }));
  const input = el("input", { type: "file", multiple: "", accept: ".cql,.ddl,.sql,.txt,.zip", class: "visually-hidden", tabindex: "-1", "aria-hidden": "true", change: async () => { await add([...input.files]); input.value = ""; } });
  tools.append(
    button("New file", "Add an empty file behind this one", () => change(() => { const file = { name: unused(files.length === 1 ? "queries.cql" : "file.cql"), text: "" }; files.splice(open + 1, 0, file); return file; }) ?? view.focus()),
    button("Open …", "Open files or a zip; they can be dropped on the text, too", () => input.click()), input,
    button("Save as zip", "All files in one zip", saveZip),
    button("Rename", "Give this file another name", () => {
      const name = prompt("The name of this file", files[open].name)?.trim();
      if (name && name !== files[open].name) change(() => { files[open].name = unused(name); });
    }),
    earlier, later, remove,
    button("Format", "Lay this file out (Shift+Alt+F)", () => format()),
    button("Keys", "What the keys do", (e) => { keys.toggleAttribute("hidden"); e.currentTarget.setAttribute("aria-expanded", String(!keys.hidden)); }),
  );
  const keys = el("p", { class: "bench-keys", hidden: "" },
    "Tab leaves the text; Control+Space proposes what may stand at the cursor, F12 goes to where a name is made, F2 renames it everywhere, Shift+Alt+F lays the file out. Control and ] or [ moves lines in and out. Control+F finds, F8 goes to the next finding, Control+. lists them with their repairs, Control+/ makes a comment, Control+Shift+[ folds a statement. On a file's tab, arrow keys open the next one, and Alt with an arrow key moves it.");
  tools.after(keys);

  // What was dropped or chosen: files, folders, zips.
  async function add(chosen) {
    const found = [];
    for (const file of chosen) {
      if (/\.zip$/i.test(file.name)) {
        try {
          found.push(...await unzip(await file.arrayBuffer()));
        } catch (error) {
          console.info(error);
          tell(`${file.name} cannot be read as a zip.`);
          return;
        }
      }
      else if (file.size < 20_000_000) found.push({ name: file.webkitRelativePath || file.path || file.name, text: await file.text() });
    }
    // What nodetool printed goes beside the sizes.
    const printed = found.filter((file) => /Compacted partition maximum bytes|Percentile[^]*Cell Count|Partition size[^]*Tombstone count|SSTable: [^]*Partitioner/.test(file.text));
    const paste = root.querySelector('[data-input="paste"]');
    if (printed.length && paste) {
      paste.value = printed.map((file) => file.text).join("\n");
      paste.dispatchEvent(new Event("input", { bubbles: true }));
      paste.closest("details").open = true;
      tell("What nodetool printed is in the tab Sizes.");
      if (printed.length === found.length) return;
    }
    const fit = found.filter((file) => !printed.includes(file)).filter((file) => /\.(cql|ddl|sql|txt)$/i.test(file.name));
    if (!fit.length) {
      tell("There is no file that ends in .cql, .ddl, .sql or .txt.");
      return;
    }
    fit.sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
    const empty = files.every((file) => !file.text.trim());
    const untouched = area().value === area().defaultValue;
    change(() => {
      if (empty || untouched) files = [];
      const fresh = fit.map((file) => ({ name: unused(file.name), text: file.text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n") }));
      files.push(...fresh);
      return fresh[0];
    });
  }
  async function walk(entry, path = "") {
    if (entry.isFile) {
      const file = await new Promise((done, failed) => entry.file(done, failed));
      file.path = path + file.name;
      return [file];
    }
    const reader = entry.createReader(), all = [];
    for (;;) {
      const some = await new Promise((done, failed) => reader.readEntries(done, failed));
      if (!some.length) break;
      for (const one of some) all.push(...await walk(one, `${path}${entry.name}/`));
      if (all.length > 500) break;
    }
    return all;
  }
  host.addEventListener("dragover", (e) => { if (e.dataTransfer.types.includes("Files")) { e.preventDefault(); host.classList.add("drop-here"); } });
  host.addEventListener("dragleave", () => host.classList.remove("drop-here"));
  host.addEventListener("drop", async (e) => {
    if (!e.dataTransfer.types.includes("Files")) return;
    e.preventDefault();
    e.stopPropagation();
    host.classList.remove("drop-here");
    const entries = [...e.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const chosen = entries.length ? (await Promise.all(entries.map((entry) => walk(entry)))).flat() : [...e.dataTransfer.files];
    await add(chosen);
  }, true);

  function saveZip() {
    send();
    const link = el("a", { href: URL.createObjectURL(zip(files)), download: "workbench.zip" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  // ask asks the program what it knows of a place of the whole text; null for nothing.
  const questions = new Map();
  let asked = 0;
  root.addEventListener("lab:told", (e) => {
    const [id, ...parts] = e.detail.split("\x1e");
    questions.get(id)?.(parts.length ? parts : null);
  });
  const ask = (what, at, rest = "") => {
    send();
    return new Promise((done) => {
      const id = String(++asked);
      const end = (parts) => { clearTimeout(late); questions.delete(id); done(parts); };
      const late = setTimeout(end, 2000, null);
      questions.set(id, end);
      root.dispatchEvent(new CustomEvent("lab:ask", { detail: { what, with: `${id}\n${at}\n${rest}` } }));
    });
  };
  const base = () => files[open].base;

  async function complete(context) {
    const word = context.matchBefore(/["\w]*/);
    if (!context.explicit && !word?.text && context.state.sliceDoc(context.pos - 1, context.pos) !== ".") return null;
    const parts = await ask("complete", base() + context.pos);
    if (!parts || context.aborted) return null;
    const [from, ...list] = parts;
    const options = list.map((line) => {
      const [label, detail, insert, filter, rank, type] = line.split("\x1f");
      return { label: filter, displayLabel: label, detail, apply: insert, type, boost: 9 - Number(rank[0]) };
    });
    return { from: Number(from) - base(), options, validFor: /^["\w]*$/ };
  }

  async function hover(view, pos) {
    const parts = await ask("hover", base() + pos);
    if (!parts) return null;
    const [from, to, code, words] = parts;
    return { pos: Number(from) - base(), end: Number(to) - base(), above: true, create: () => ({
      dom: el("div", { class: "bench-hover" }, el("pre", {}, code), ...words.split(/\n+/).filter(Boolean).map((text) => el("p", {}, text))),
    }) };
  }

  const cursor = () => base() + view.state.selection.main.head;
  function define() {
    ask("define", cursor()).then((parts) => {
      if (parts) go(Number(parts[0]), Number(parts[1]));
      else tell("Here is no name that a file of these makes.");
    });
    return true;
  }

  // edit carries out changes of the whole text, as one step of each file's history.
  function edit(edits) {
    let text = join(files);
    for (const { from, to, text: fresh } of edits.sort((a, b) => b.from - a.from)) text = text.slice(0, from) + fresh + text.slice(to);
    if (text === sent) return;
    const at = open;
    take(text, true);
    show(at);
    sent = "";
    send();
  }
  const editsOf = (parts) => parts.map((line) => { const [from, to, text] = line.split("\x1f"); return { from: Number(from), to: Number(to), text }; });

  function rename() {
    const at = cursor();
    ask("rename", at).then(async (parts) => {
      if (parts?.[0] !== "name") return tell(parts?.[1] ?? "Here is no name that can be renamed.");
      const name = prompt(`Another name for ${parts[1]}`, parts[1])?.trim();
      if (!name || name === parts[1]) return;
      const answer = await ask("rename", at, name);
      if (answer?.[0] === "edits") edit(editsOf(answer.slice(1)));
      else tell(answer?.[1] ?? "The text has changed meanwhile: try again.");
      view.focus();
    });
    return true;
  }

  function format() {
    ask("format", base(), String(base() + files[open].text.length)).then((parts) => {
      if (!parts) return;
      if (parts.length > 1) edit(editsOf(parts.slice(1)));
      else tell("The file is laid out already.");
      view.focus();
    });
    return true;
  }

  const tell = (text) => { now.textContent = text; now.setAttribute("aria-live", "polite"); };

  // press carries out a repair.
  const press = (id) => root.querySelector(`.marks button[data-with="${CSS.escape(id)}"]`)?.click();
  // Whoever has pressed one goes on in the text: the button is gone with what it has mended.
  let pressed = false;
  root.addEventListener("click", (e) => { pressed ||= Boolean(e.target.closest?.('[data-do="fix"], [data-do="fix-all"], [data-do="sample"]')); }, true);

  // mark puts what was said of the text into the open file.
  function mark() {
    const file = files[open], length = view.state.doc.length;
    const list = [];
    for (const m of said.marks) {
      if (m.from < file.base || m.from > file.base + length) continue;
      const from = m.from - file.base, to = Math.min(Math.max(m.to - file.base, from), length);
      list.push({
        from, to, severity: shades[m.look] ?? "info", source: m.rule, markClass: m.look, message: m.words.join("\n"),
        renderMessage: () => el("div", { class: "bench-said" }, ...m.words.map((text, i) => el("p", { class: i ? "" : "first" }, text)), ...(m.rule ? [el("p", { class: "rule" }, m.rule)] : [])),
        actions: m.fixes.map((fix) => ({ name: fix.title, apply: () => press(fix.id) })),
      });
    }
    view.dispatch(cm.setDiagnostics(view.state, list), { effects: again.of(null) });
    here();
  }

  // here says of the statement under the cursor what the server says.
  function here() {
    const at = view.state.selection.main.head + files[open].base;
    const s = said.statements.find((s) => s.from <= at && at <= s.to + 1); // its semicolon, too
    const text = s ? `This statement: ${s.words}` : "";
    if (now.textContent !== text) now.textContent = text;
    now.className = `bench-here ${s?.look ?? ""}`;
  }

  // After each answer the page may hold another text and other marks.
  let looking = false;
  const look = () => {
    looking = false;
    const field = area();
    if (!field) return;
    if (field.value !== sent) take(field.value);
    if (root.classList.contains("waiting")) return; // what stands there is for another text
    listen();
    mark();
    list();
    if (pressed) view.focus();
    pressed = false;
  };
  const lookSoon = () => { if (!looking) { looking = true; queueMicrotask(look); } };
  new MutationObserver(lookSoon).observe(root.querySelector("form"), { subtree: true, childList: true, characterData: true, attributes: true });
  new MutationObserver(lookSoon).observe(root, { attributes: true, attributeFilter: ["class"] });
  root.addEventListener("input", (e) => { if (e.target === area() && e.target.value !== sent) lookSoon(); });

  // A line number beside a statement leads there.
  root.addEventListener("click", (e) => {
    const summary = e.target.closest?.(".statement-line, .entries tr");
    const place = summary?.querySelector(".line")?.lastChild?.textContent ?? (summary?.matches("tr") ? summary.querySelector("th")?.textContent : "");
    const [, name, line] = place?.match(/^(?:(.*):)?(\d+)$/) ?? [];
    const file = files.find((file) => file.name === name) ?? files[0];
    if (!line || e.target.closest("button, a")) return;
    go(file.base + file.text.split("\n").slice(0, line - 1).reduce((n, text) => n + text.length + 1, 0));
  });

  // Recent texts are kept in this browser.
  const store = "partition-lab workbench";
  const recent = () => { try { return JSON.parse(localStorage.getItem(store)) ?? []; } catch { return []; } };
  const session = `${Date.now()}`;
  let keeping;
  function remember() {
    clearTimeout(keeping);
    keeping = setTimeout(() => {
      const text = sent;
      if (!text.trim() || text.length > 300000) return;
      const all = [{ session, when: Date.now(), names: files.map((file) => file.name).join(", "), text }, ...recent().filter((r) => r.session !== session && r.text !== text)].slice(0, 8);
      try { localStorage.setItem(store, JSON.stringify(all)); } catch (error) { console.info(error); }
      offer();
    }, 1500);
  }
  const choice = el("select", { "aria-label": "Recent texts", change: () => {
    const one = recent()[Number(choice.value)];
    choice.value = "";
    if (!one) return;
    files = split(one.text);
    open = 0;
    view.setState(stateOf(files[0]));
    send();
    mark();
    list();
  } });
  function offer() {
    const all = recent();
    choice.hidden = !all.length;
    choice.replaceChildren(el("option", { value: "" }, "Recent …"), ...all.map((r, i) => el("option", { value: String(i) }, `${new Date(r.when).toLocaleString()}: ${r.names} (${Math.ceil(r.text.length / 1000)} kB)`)));
  }
  tools.insertBefore(choice, tools.children[4]);
  offer();

  join(files);
  list();
  look();
  const colorWhenReady = setInterval(() => { // the program comes later than the text
    if (!globalThis.partitionlab?.pieces) return;
    clearInterval(colorWhenReady);
    mark();
  }, 100);
}

// A zip whose files are stored as they are, and one that is read.
function zip(files) {
  const encoder = new TextEncoder();
  const table = Array.from({ length: 256 }, (_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1; return n >>> 0; });
  const crc = (bytes) => { let c = 0xffffffff; for (const b of bytes) c = table[(c ^ b) & 0xff] ^ (c >>> 8); return (c ^ 0xffffffff) >>> 0; };
  const numbers = (...pairs) => {
    const out = new DataView(new ArrayBuffer(pairs.reduce((n, [size]) => n + size, 0)));
    let at = 0;
    for (const [size, value] of pairs) {
      if (size === 2) out.setUint16(at, value, true);
      else out.setUint32(at, value, true);
      at += size;
    }
    return new Uint8Array(out.buffer);
  };
  const parts = [], directory = [];
  let offset = 0;
  for (const file of files) {
    const name = encoder.encode(file.name), bytes = encoder.encode(file.text);
    const shared = [[2, 0x800], [2, 0], [2, 0], [2, 0x21], [4, crc(bytes)], [4, bytes.length], [4, bytes.length], [2, name.length], [2, 0]];
    const head = numbers([4, 0x04034b50], [2, 20], ...shared);
    parts.push(head, name, bytes);
    directory.push(numbers([4, 0x02014b50], [2, 20], [2, 20], ...shared, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), name);
    offset += head.length + name.length + bytes.length;
  }
  const size = directory.reduce((n, part) => n + part.length, 0);
  return new Blob([...parts, ...directory, numbers([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, size], [4, offset], [2, 0])], { type: "application/zip" });
}

async function unzip(buffer) {
  const view = new DataView(buffer), decoder = new TextDecoder();
  let end = buffer.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) return [];
  const out = [];
  let at = view.getUint32(end + 16, true), room = 20_000_000;
  for (let n = view.getUint16(end + 10, true); n > 0 && view.getUint32(at, true) === 0x02014b50; n--) {
    const method = view.getUint16(at + 10, true), packed = view.getUint32(at + 20, true), size = view.getUint32(at + 24, true);
    const [nameLength, extra, comment] = [28, 30, 32].map((i) => view.getUint16(at + i, true));
    const local = view.getUint32(at + 42, true);
    const name = decoder.decode(new Uint8Array(buffer, at + 46, nameLength));
    at += 46 + nameLength + extra + comment;
    if (name.endsWith("/") || !/\.(cql|ddl|sql|txt)$/i.test(name) || (room -= size) < 0) continue;
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const bytes = new Blob([new Uint8Array(buffer, start, packed)]);
    if (method !== 0 && method !== 8) throw new Error(`method ${method}`);
    const plain = method ? bytes.stream().pipeThrough(new DecompressionStream("deflate-raw")) : bytes.stream();
    let text = "", length = 0;
    const letters = new TextDecoder();
    for (const reader = plain.getReader(); ;) { // as long as it says that it is, whatever comes
      const { done, value } = await reader.read();
      if (done) break;
      if ((length += value.length) > size) throw new Error("longer than it says");
      text += letters.decode(value, { stream: true });
    }
    out.push({ name, text: text + letters.decode() });
  }
  return out;
}

const styles = `
:host { display: block; height: 100%; min-height: 0; }
.cm-editor { height: 100%; background: var(--raised); color: var(--ink); font-size: .88rem; }
.cm-editor.cm-focused { outline: 2px solid var(--accent); outline-offset: -2px; }
.cm-scroller { font-family: var(--mono); line-height: 1.5; }
.cm-editor .cm-gutters { background: var(--sunken); color: var(--muted); border-right: 1px solid var(--line); }
.cm-editor .cm-activeLine { background: color-mix(in srgb, var(--accent) 7%, transparent); }
.cm-editor .cm-content { caret-color: var(--ink); }
.cm-editor .cm-cursor { border-left-color: var(--ink); }
.cm-editor .cm-selectionBackground, .cm-editor.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground { background: color-mix(in srgb, var(--accent) 28%, transparent); }
.cm-editor .cm-selectionMatch { background: color-mix(in srgb, var(--accent) 16%, transparent); }
.cm-editor .cm-placeholder { color: var(--muted); }
.com { color: var(--muted); font-style: italic; }
.kw { font-weight: 600; }
.ty { color: var(--v); }
.str, .lit { color: var(--accepted); }
.role-key { color: var(--k); background: var(--k-paper); }
.role-clustering { color: var(--c); background: var(--c-paper); }
.role-static { color: var(--s); background: var(--s-paper); }
.cm-editor .cm-lintRange { background-image: none; text-decoration: underline wavy 1.5px; text-underline-offset: 3px; text-decoration-skip-ink: none; }
.cm-editor .refused { text-decoration-color: var(--refused); }
.cm-editor :is(.warning, .advice) { text-decoration-color: var(--advice); }
.cm-editor :is(.note, .notjudged) { text-decoration-color: var(--note); }
.cm-tooltip.cm-tooltip { background: var(--raised); color: var(--ink); border: 1px solid var(--line); border-radius: 6px; max-width: 34rem; box-shadow: 0 3px 14px var(--shade); }
.cm-tooltip .cm-diagnostic { border-left: 4px solid var(--note); padding: .4rem .7rem; white-space: normal; font-family: var(--sans); }
.cm-tooltip .cm-diagnostic-error { border-left-color: var(--refused); }
.cm-tooltip .cm-diagnostic-warning { border-left-color: var(--advice); }
.cm-diagnosticAction { background: var(--accent); color: var(--on-accent); border: 0; border-radius: 4px; padding: .3em .7em; margin: .3em .4em .1em 0; font: inherit; cursor: pointer; }
.bench-hover { padding: .4rem .7rem; font-family: var(--sans); }
.bench-hover pre { margin: 0; font: .95em/1.4 var(--mono); max-height: 16rem; overflow: auto; white-space: pre-wrap; }
.bench-hover p { margin: .3em 0 0; }
.bench-said p { margin: 0 0 .35em; }
.bench-said .first { font-weight: 600; }
.bench-said .rule { color: var(--muted); font-size: .85em; }
.cm-editor .cm-panels { background: var(--sunken); color: var(--ink); border-color: var(--line); }
.cm-panels :is(input, button, label) { font: inherit; }
.cm-editor :is(.cm-textfield, .cm-button) { background: var(--raised); background-image: none; color: var(--ink); border: 1px solid var(--edge); border-radius: 4px; padding: .25em .6em; }
.cm-tooltip-autocomplete > ul > li[aria-selected] { background: var(--accent) !important; color: var(--on-accent) !important; }
.cm-editor .cm-foldPlaceholder { background: var(--sunken); border-color: var(--line); color: var(--muted); }
`;

if (root && !document.body.classList.contains("embed")) {
  const editor = new URL(document.querySelector("script[data-editor]").dataset.editor, document.baseURI);
  import(editor).then(build).catch((error) => console.warn(error)); // the text area stays
}
