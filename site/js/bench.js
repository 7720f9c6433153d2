// The editor of the workbench: CodeMirror over the text area of the widget, which goes on
// holding the whole text. The program in the page judges that text as ever; what it says of
// places comes back in a hidden list (see marks in wasm/lab/bench.go). Files are parts of the
// text, each behind a line "-- file: NAME"; a statement ends with its file, and lines are those
// of the file.
const root = document.querySelector('.lab[data-lab="bench"]');
const area = () => root.querySelector("textarea[data-input]");
const given = root && area().defaultValue; // before the program changes it
const begins = /^-- file:[ \t]*(\S.*)$/gm;

// split divides a text into files; join is its opposite.
function split(text) {
  const found = [], files = [];
  for (const match of text.matchAll(begins)) if (found.push(match) > mostFiles) break;
  const head = found.length ? text.slice(0, found[0].index) : text;
  if (head.trim() || !found.length) files.push({ name: "schema.cql", plain: true, text: head });
  found.splice(mostFiles - files.length); // further ones are comments: see filed in wasm/lab/bench.go
  found.forEach((match, i) => {
    const start = Math.min(match.index + match[0].length + 1, text.length);
    files.push({ name: match[1].trimEnd(), text: text.slice(start, found[i + 1]?.index) });
  });
  return labeled(files);
}

// labeled tells files of the same name apart, as filed in wasm/lab/bench.go does.
function labeled(files) {
  const seen = new Map();
  for (const file of files) {
    const n = (seen.get(file.name) ?? 0) + 1;
    seen.set(file.name, n);
    file.label = n > 1 ? `${file.name} (${n})` : file.name;
  }
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
  labeled(files);
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
  let files = split(area().value), open = 0, sent = area().value, tabsSay, faulty = -1; // the first file in which something is refused

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
    keymap.of([{ key: "Mod-z", run: () => step() }, { key: "Mod-y", run: () => step(true) }, { key: "Mod-Shift-z", run: () => step(true) }, { key: "Mod-.", run: findings }, { key: "F12", run: () => define() }, { key: "F2", run: () => rename() }, { key: "Shift-Alt-f", run: () => format() }, ...cm.closeBracketsKeymap, ...cm.searchKeymap, ...cm.historyKeymap, ...cm.foldKeymap, ...cm.completionKeymap, ...cm.lintKeymap, ...cm.defaultKeymap]),
    EditorState.transactionFilter.of((t) => {
      let words;
      if (t.docChanged) t.changes.iterChanges((a, b, from, to, text) => { words ||= stacked(text.toString()); });
      if (words) say(`What was to be put in ${words}`);
      return words ? [] : t;
    }),
    EditorView.domEventHandlers({ beforeinput: written, paste: (e, view) => tooLong(e.clipboardData) || printedIn(e.clipboardData, view), drop: (e) => tooLong(e.dataTransfer) }),
    EditorView.updateListener.of((u) => {
      if (u.docChanged) {
        quiet(); // it is about what was done before
        const by = (event) => u.transactions.some((t) => t.isUserEvent(event));
        if (!by("undo") && !by("redo")) forget(by("repair"));
        files[open].text = u.state.doc.toString();
        sendSoon();
      }
      if (u.docChanged || u.selectionSet) {
        here();
        begun(u);
      }
      queueMicrotask(elsewhere); // the panel of what is sought may have opened
    }),
  ];
  // written does what would change several lines: a browser that does it by itself gives what is left
  // styles of its own, which the policy of the page forbids.
  function written(e, view) {
    const { main } = view.state.selection, puts = e.inputType === "insertText", text = puts ? e.data ?? "" : "";
    if (e.isComposing || !e.cancelable || !puts && !/^delete(Content|Word|Soft|Hard)/.test(e.inputType) || main.empty && !text.includes("\n")) return false;
    const change = () => view.state.update(view.state.replaceSelection(text), { userEvent: puts ? "input.type" : "delete", scrollIntoView: true });
    if (!puts || !view.state.facet(EditorView.inputHandler).some((takes) => takes(view, main.from, main.to, text, change))) view.dispatch(change());
    return true;
  }
  const stateOf = (file) => EditorState.create({ doc: file.text, extensions: [cm.lineNumbers(), common] });

  // The host stands beside the form, for the program looks after every node in that.
  const tabs = el("div", { class: "bench-files", role: "tablist", "aria-label": "Files" });
  const tools = el("div", { class: "bench-tools" });
  const frame = el("div", { class: "bench-code" });
  const now = el("p", { class: "bench-here", "aria-live": "off" });
  const host = el("div", { class: "bench-editor" }, tabs, tools, frame, now);
  const shadow = frame.attachShadow({ mode: "open" });
  const sheetOf = (text) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); return sheet; };
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheetOf(pageStyles)];
  root.prepend(host);
  root.classList.add("edited");
  const view = new EditorView({ state: stateOf(files[0]), parent: shadow, root: shadow });
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheetOf(styles)];

  // The text goes to the program at once, to which a worker answers while the browser shows what
  // was typed; after that where the program works in the page itself; a long one later.
  let sending, holds = 0, fresh = true; // for how many milliseconds the last text has held the page; what is said of the text may be other than what is marked
  const sendSoon = () => {
    globalThis.partitionlab?.named(); // the entry of the history has its name before the page is left
    clearTimeout(sending);
    if (sent.length <= 50000 && holds < 8) queueMicrotask(send); // not within a change of the editor
    else sending = setTimeout(send, sent.length > 50000 ? 250 : 0);
  };
  function send() {
    clearTimeout(sending);
    meet();
    const text = join(files);
    about(text);
    if (text === sent) return;
    sent = text;
    fresh = true;
    const field = area(), begun = performance.now();
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    holds = performance.now() - begun;
    remember();
  }
  // meet takes what the page has written into the text meanwhile, such as a step of the tab Rows,
  // beside what was typed since the text was sent.
  function meet() {
    const theirs = area()?.value, base = sent;
    if (theirs === undefined || theirs === base) return;
    const mine = join(files), page = changed(base, theirs), own = changed(base, mine);
    const behind = own.from >= page.to, by = behind ? theirs.length - base.length : 0;
    sent = theirs;
    if (mine === base || !behind && own.to > page.from) take(theirs);
    else take(theirs.slice(0, own.from + by) + own.text + theirs.slice(own.to + by), false, true);
    if (join(files) !== sent) sendSoon();
  }
  // changed is what makes one text another.
  function changed(old, fresh) {
    let a = 0, b = 0;
    while (a < old.length && a < fresh.length && old[a] === fresh[a]) a++;
    while (b < old.length - a && b < fresh.length - a && old[old.length - 1 - b] === fresh[fresh.length - 1 - b]) b++;
    return { from: a, to: old.length - b, text: fresh.slice(a, fresh.length - b) };
  }

  // Whoever leaves loses nothing: before the program keeps what it has, it has all.
  addEventListener("pagehide", () => { send(); rememberNow(); }, true);

  // begun divides a file where a line that begins one was typed, when the cursor leaves that
  // line, or pasted.
  let beginning = false;
  function begun(u) {
    const { doc, selection } = u.state, line = doc.lineAt(selection.main.head).text.startsWith("-- file:");
    if (u.docChanged) {
      beginning ||= line;
      u.changes.iterChanges((a, b, from, to) => { beginning ||= to - from > 8 && doc.sliceString(from, to).includes("-- file:"); });
    }
    if (!beginning || line) return;
    beginning = false;
    queueMicrotask(() => {
      const at = cursor();
      send();
      take(sent);
      go(at);
    });
  }

  // take shows a text that others have written: a repair, a link, a sample. What is a step by itself is not in the
  // history of any file: that would take back, or do again, a part of it.
  function take(text, ours = false, typing = false, stepped = false) {
    clearTimeout(sending);
    const next = split(text), before = join(files);
    const alike = next.length === files.length && next.every((file, i) => file.name === files[i].name);
    const ended = (i) => files[i].text + (i < files.length - 1 && files[i].text && !files[i].text.endsWith("\n") ? "\n" : ""); // as join has it
    let at = open, others = [];
    if (!alike) {
      if (!ours) another();
      files = next.map((file) => ({ ...file, state: undefined }));
      at = Math.min(open, files.length - 1);
    } else {
      const first = next.findIndex((file, i) => file.text !== ended(i));
      if (first >= 0 && next[open].text === ended(open)) at = first;
    }
    join(alike ? files : next); // places
    if (!alike) {
      open = at;
      turn();
    }
    if (alike) {
      show(at);
      const other = next.map((file, i) => ended(i) !== file.text);
      stepped ||= other.filter(Boolean).length > 1 && !ours && !typing && before !== given;
      next.forEach((file, i) => {
        const old = files[i].text, fresh = file.text;
        if (!other[i]) return;
        others.push(file.label);
        const { from, to, text: insert } = changed(old, fresh);
        const change = { changes: { from, to, insert }, userEvent: "repair" }; // a step of its own
        if (stepped) change.annotations = cm.Transaction.addToHistory.of(false);
        if (!typing) Object.assign(change, { selection: { anchor: from }, scrollIntoView: true }); // selected, the next key would erase it
        files[i].text = fresh;
        if (i === open) view.dispatch(change);
        else if (files[i].state) files[i].state = files[i].state.update(change).state;
      });
      clearTimeout(sending);
    }
    about(join(files));
    list();
    if (stepped && !ours) sayDone(`${number(others.length, "file")} were changed: ${few(others)}.`, puts(before));
  }

  // turn shows the open file where its cursor is: by itself the editor keeps the place of the one before.
  function turn() {
    view.setState(files[open].state ?? stateOf(files[open]));
    view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head) });
  }

  // show opens a file.
  function show(i) {
    if (i === open || !files[i]) return;
    if (turns) note.querySelector(".led")?.remove(); // whoever looks at what was changed may still undo it
    else quiet();
    files[open].state = view.state;
    open = i;
    turn();
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

  // elsewhere says beside what is sought in the open file how often the others hold it, and leads there.
  const panel = () => shadow.querySelector(".cm-panel.cm-search"), seek = (key) => cm.searchKeymap.find((k) => k.key === key).run(view);
  let counted; // for what that was said
  function elsewhere() {
    const of = (name) => panel().querySelector(`[name="${name}"]`);
    if (!panel() || files.length < 2) return;
    const text = of("search").value, [exact, pattern, word] = ["case", "re", "word"].map((name) => of(name).checked);
    let line = panel().querySelector(".bench-elsewhere"), sought;
    if (line && counted === (counted = JSON.stringify([text, exact, pattern, word, open, files.map((file) => file.label + file.text.length)]))) return;
    if (!line) panel().append(line = el("p", { class: "bench-elsewhere" }));
    try {
      const plain = pattern ? text : text.replace(/\\([nrt\\])/g, (all, c) => ({ n: "\n", r: "\r", t: "\t" })[c] ?? "\\").replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
      sought = text && new RegExp(word ? `\\b(?:${plain})\\b` : plain, exact ? "gmu" : "gimu");
    } catch {} // it is being typed
    const there = files.map((file, i) => [i, i === open || !sought ? 0 : [...file.text.matchAll(sought)].length]).filter(([, n]) => n);
    line.replaceChildren(!sought ? "" : there.length ? "This file is searched. There is more in " : "This file is searched. The others do not hold it.", ...there.map(([i, n]) => button(`${files[i].label}: ${n}`, `Search ${files[i].label}`, () => {
      show(i);
      seek("Mod-f");
      Object.assign(of("search"), { value: text });
      for (const [name, on] of [["case", exact], ["re", pattern], ["word", word]]) of(name).checked = on;
      of("search").dispatchEvent(new Event("change"));
      seek("F3");
      elsewhere();
    })));
  }

  // Tabs of the files, made anew where they say something else.
  function list() {
    const refused = files.map((file) => said.marks.filter((m) => m.look === "refused" && m.from >= file.base && m.from <= file.base + file.text.length).length);
    const says = JSON.stringify([open, refused, said.marks.length < most, files.map((file) => file.label)]);
    if (says === tabsSay) return;
    tabsSay = says;
    const focused = tabs.contains(document.activeElement);
    tabs.replaceChildren(...files.map((file, i) => {
      const bad = refused[i];
      return el("button", {
        type: "button", role: "tab", "aria-selected": String(i === open), tabindex: i === open ? "0" : "-1", draggable: "true", class: bad ? "refused" : undefined,
        title: `${printable(file.label)}: drag it, or press Alt and an arrow key, to change the order`,
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
      }, `${i + 1} ${printable(file.label)}`, ...(bad ? [el("span", { class: "bench-bad" }, ` ✕ ${bad}${said.marks.length < most ? "" : "+"}`)] : []));
    }));
    if (focused) tabs.children[open]?.focus();
    const bad = refused.filter(Boolean), first = refused.findIndex(Boolean);
    tabs.dataset.refused = bad.length && tabs.scrollHeight > tabs.clientHeight ? `✕ ${bad.reduce((a, b) => a + b)} in ${number(bad.length, "file")}` : "";
    for (const at of first !== faulty && !focused ? [open, first] : [open]) { // a new first fault comes into view
      const strip = tabs.getBoundingClientRect(), tab = tabs.children[at]?.getBoundingClientRect();
      if (tab && (tab.bottom > strip.bottom || tab.top < strip.top)) tabs.scrollTop += tab.top - strip.top; // the page itself stays
    }
    faulty = first;
    earlier.disabled = open === 0;
    later.disabled = open === files.length - 1;
    remove.disabled = files.length === 1;
  }

  // change does something to the list of files and tells the program. It returns what takes that
  // back.
  function change(what, plain = false) {
    quiet();
    files[open].state = view.state;
    const current = files[open], was = files.map((file) => [file, file.name]), bare = files[0].plain;
    const wanted = what() ?? current;
    files.forEach((file, i) => { file.plain = plain && i === 0; });
    send();
    open = Math.max(files.indexOf(wanted), 0);
    turn();
    mark();
    list();
    return () => change(() => { files = was.map(([file, name]) => Object.assign(file, { name })); return current; }, bare);
  }
  function move(from, to) {
    if (to < 0 || to >= files.length || from === to) return;
    did("", change(() => {
      const [file] = files.splice(from, 1);
      files.splice(to, 0, file);
      return file;
    }));
  }
  const unused = (name) => unlike(printable(name).replace(/\s+/g, " ").trim().slice(0, 80) || "file.cql", files.map((file) => file.name));
  const button = (text, title, click) => el("button", { type: "button", title, click }, text);
  const earlier = button("◀", "Run this file earlier", () => move(open, open - 1));
  const later = button("▶", "Run this file later", () => move(open, open + 1));
  earlier.setAttribute("aria-label", "Run this file earlier");
  later.setAttribute("aria-label", "Run this file later");
  const remove = button("Remove", "Take this file out", () => {
    const at = open, file = files[at];
    sayDone(`${file.label} was taken out.`, change(() => { files.splice(at, 1); return files[Math.max(at - 1, 0)]; }));
  });
  const input = el("input", { type: "file", multiple: "", accept: ".cql,.ddl,.sql,.txt,.size,.zip,.tmpl,.tpl,.template,.j2", class: "visually-hidden", tabindex: "-1", "aria-hidden": "true", change: async () => { await add([...input.files]); input.value = ""; } });
  tools.append(
    button("New file", "Add an empty file at the end", () => { did("", change(() => { const file = { name: unused(files.length === 1 ? "queries.cql" : "file.cql"), text: "" }; files.push(file); return file; })); view.focus(); }),
    button("Open …", "Open files or a zip; they can be dropped on the text, too", () => input.click()), input,
    button("Save as zip", "All files in one zip", saveZip),
    button("Rename", "Give this file another name", () => {
      const file = files[open];
      askName("The name of this file", file.name, (name) => {
        if (files.some((other) => other !== file && other.name === name)) return `There is a file ${name} already.`;
        if (name !== file.name && files.includes(file)) sayDone(`${file.label} is called ${name} now.`, change(() => { file.name = name; }));
      }, () => view.focus());
    }),
    earlier, later, remove,
    button("Format", "Lay this file out (Shift+Alt+F)", () => format()),
    button("Keys", "What the keys do", (e) => { keys.toggleAttribute("hidden"); e.currentTarget.setAttribute("aria-expanded", String(!keys.hidden)); }),
  );
  const keys = el("p", { class: "bench-keys", hidden: "" },
    "Tab leaves the text; Control+Space proposes what may stand at the cursor, F12 goes to where a name is made, F2 renames it everywhere, Shift+Alt+F lays the file out. Control+Z takes back what was done last, Control+Y or Control+Shift+Z makes it again. Control and ] or [ moves lines in and out. Control+F finds, F8 goes to the next finding, Control+. lists them with their repairs, Control+/ makes a comment, Control+Shift+[ folds a statement. On a file's tab, arrow keys open the next one, and Alt with an arrow key moves it.");
  tools.after(keys);

  // What the keys of the editor mean, nothing else on the page takes for its own.
  frame.addEventListener("keydown", (e) => { if (e.key !== "k" || !e.ctrlKey && !e.metaKey) e.stopPropagation(); });

  // note says what was opened and what was not, until somebody closes it or does something else.
  const note = el("div", { class: "bench-note", role: "status" });
  keys.after(note);
  let noted; // the text that it is about: it goes with it
  let turns = false; // it offers a step
  let told = []; // of what was opened, while the note stands: two drops may follow each other
  const about = (text) => { if (noted !== text) quiet(); };
  function quiet() {
    noted = undefined;
    turns = false;
    note.replaceChildren();
  }
  function say(...lines) {
    turns = false;
    noted = join(files);
    note.replaceChildren(button("Close", "Close this message", () => { quiet(); view.focus(); }), ...lines.filter(Boolean).map((line) => el("p", {}, printable(line))));
  }

  // What was done to several files, or to their list, is a step: the history of one file does not know
  // it. Each has the text that it acts on, and what is done then, which returns what reverses it.
  let past = [], future = [];
  const mostSteps = 20;
  function forget(stays) {
    future = [];
    if (!stays) past = [];
  }
  function did(words, back) {
    forget(true);
    past = [...past, { words, back, on: join(files) }].slice(-mostSteps);
  }
  // step takes the last one back, or makes it again, where the text is the one that it acts on.
  function step(again = false) {
    const was = past, will = future, last = (again ? will : was).at(-1);
    if (last?.on !== join(files)) return false;
    const next = { words: last.words, back: last.back(), on: join(files) };
    [past, future] = again ? [[...was, next], will.slice(0, -1)] : [was.slice(0, -1), [...will, next]];
    send();
    if (last.words) offerStep(last.words, !again);
    view.focus();
    return true;
  }
  function sayDone(words, back) {
    did(words, back);
    offerStep(words);
  }
  function offerStep(words, taken = false) {
    say(taken ? `Taken back: ${words}` : words);
    turns = true;
    note.prepend(taken ? button("Make it again", "Redo it (Control+Y)", () => step(true)) : button("Take it back", "Undo it (Control+Z)", () => step()));
  }
  // puts returns what puts another text in the place of this one.
  const puts = (text) => () => {
    const was = join(files), at = open;
    take(text, true, false, true);
    show(at);
    return puts(was);
  };

  // led tells whoever was led to another file, and the way back.
  function led(from) {
    if (files[open] === from) return;
    if (!turns) say();
    note.append(el("div", { class: "led" }, button(`Back to ${from.label}`, "Open the file from before", () => { show(files.indexOf(from)); view.focus(); }), el("p", {}, `The text is ${files[open].label} now.`)));
  }

  // Where a button of the editor has the focus, too.
  host.addEventListener("keydown", (e) => {
    const key = e.key.toLowerCase();
    if ((e.ctrlKey || e.metaKey) && !e.altKey && (key === "z" || key === "y" && !e.shiftKey) && step(key === "y" || e.shiftKey)) e.preventDefault();
  });

  // What is far too long is refused before the editor does anything with it.
  const takes = (room, script) => {
    const most = script ? mostText : mostPrinted;
    return `the workbench takes ${number(most)} ${script ? "in all" : "of what nodetool prints"}${room < most ? `, and ${number(Math.max(room, 0))} are left` : ""}`;
  };
  const held = () => files.reduce((n, file) => n + file.text.length, 0);
  function tooLong(data) {
    const size = data.getData("text/plain").length, room = mostText - held();
    if (size <= room) return false;
    say(`What was to be put in is ${number(size)} large, and was not taken: ${takes(room, true)}. Put in the part that matters.`);
    return true;
  }

  // What nodetool printed goes beside the sizes, not into the CQL.
  function besideSizes(printed) {
    const paste = root.querySelector('[data-input="paste"]');
    if (!paste) return "What nodetool printed is put beside the sizes of tables: open a schema first.";
    paste.value = printed;
    paste.dispatchEvent(new Event("input", { bubbles: true }));
    paste.closest("details").open = true;
    return "What nodetool printed is in the tab Sizes.";
  }
  function printedIn(data, view) {
    const text = data.getData("text/plain");
    if (text.length > mostPrinted || stacked(text) || !nodetool(text)) return false;
    say(besideSizes(text));
    note.prepend(button("Put it into the text", "It is CQL all the same", () => {
      quiet();
      view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true });
      view.focus();
    }));
    return true;
  }

  // What was dropped or chosen: files, folders, zips. What is not taken is named.
  async function add(chosen, left = []) {
    const found = [], printed = [], others = [];
    let saved; // what saveZip wrote beside files
    const anew = () => files.every((file) => !file.text.trim()) || area().value === given;
    let room = mostText - (anew() ? 0 : held()), paper = mostPrinted;
    const leave = (name, why) => left.push(`${name} ${why}`);
    const large = (name, size, script) => leave(name, `is ${number(size)} large: ${takes(script ? room : paper, script)}. Open the part that matters.`);
    if (!note.hasChildNodes()) told = [];
    say("Reading …");
    for await (const { name, size, blob, called } of offered(chosen, leave)) {
      if (/\.zip$/i.test(name)) {
        leave(name, "is a zip within a zip: unpack it, and open what comes out.");
        continue;
      }
      const script = scripts.test(name), beside = name.split("/").at(-1) === savedName;
      if (!script && !beside && !prints.test(name)) {
        others.push(name);
        continue;
      }
      if (size > (script ? room : paper)) {
        large(name, size, script);
        continue;
      }
      let text, odd;
      try {
        const buffer = await (await blob(size)).arrayBuffer();
        text = decoded(buffer);
        odd = text.includes("\ufffd") && oddByte(buffer);
      } catch (error) {
        leave(name, `cannot be read: ${wordsOf(error)}.`);
        continue;
      }
      if (stacked(text)) leave(name, stacked(text));
      else if (beside) saved = savedIn(text, name.slice(0, -savedName.length));
      else if (nodetool(text)) {
        if (size > paper) large(name, size);
        else {
          paper -= size;
          printed.push(text);
        }
      } else if (!script) others.push(name);
      else if (text.includes("\0")) leave(name, "holds no text.");
      else {
        room -= size;
        if (odd) leave(name, `is no UTF-8: ${odd}. Such bytes show as \ufffd. Save it as UTF-8 (iconv -f ISO-8859-1 -t UTF-8, where it is Latin-1), and open it again.`);
        if (called) leave(called, `is called ${name} here.`);
        found.push({ name, text });
      }
    }
    const lines = [];
    if (printed.length) lines.push(besideSizes(printed.join("\n")));
    if (found.length) {
      for (const file of found) file.late = !/^[ \t]*(CREATE|ALTER|DROP|USE)\b/im.test(file.text); // queries come after what they ask
      const bare = (file) => file.name.replace(/\.[^.]*$/, ""); // shop comes before shop_after
      const place = (file) => saved?.names.indexOf(file.name) >= 0 ? saved.names.indexOf(file.name) : mostFiles; // what was saved comes as it was
      found.sort((a, b) => place(a) - place(b) || a.late - b.late || bare(a).localeCompare(bare(b), "en", { numeric: true }));
      const alone = anew();
      const opened = [];
      did("", change(() => {
        if (alone) files = [];
        let first;
        for (const file of found) {
          const names = split(file.text).map((part) => {
            const fresh = { name: unused(part.plain ? file.name : part.name), text: part.text };
            first ??= fresh;
            files.push(fresh);
            return fresh.name;
          });
          opened.push(names.join() === printable(file.name) ? file.name : `${file.name} as ${few(names)}`);
        }
        return first;
      }, saved?.plain && alone && saved.names[0] === found[0].name));
      lines.push(`Opened ${number(found.length, "file")}: ${few(opened)}.`);
      if (saved && alone) {
        if (await ask("inputs", 0, saved.inputs || "v=1") && saved.inputs) lines.push("The numbers and settings that were saved with them are here, too.");
      } else if (saved?.inputs) lines.push("The numbers and settings that were saved with them are not here: those of this page stay as they are. Where no other file is open, they come along.");
    } else if (!printed.length) lines.push("Nothing was opened.");
    if (others.length) left.push(`${others.length > 1 ? `${number(others.length, "file")} end` : `${others[0]} ends`} neither in .cql, .ddl, .sql, .txt or .size nor in .zip${others.length > 1 ? `: ${few(others)}` : ""}.`);
    told = [...lines, ...left, ...told];
    say(...told.slice(0, 9), told.length > 9 && `And ${number(told.length - 9, "more remark")}.`);
  }
  async function walk(entry, left, path = "") {
    if (entry.isFile) {
      try {
        const file = await new Promise((done, failed) => entry.file(done, failed));
        file.path = path + file.name;
        return [file];
      } catch (error) {
        left.push(`${path}${entry.name} cannot be read: ${error.message}`);
        return [];
      }
    }
    const reader = entry.createReader(), all = [];
    for (;;) {
      const some = await new Promise((done, failed) => reader.readEntries(done, failed)).catch((error) => { left.push(`${path}${entry.name} cannot be read: ${error.message}`); return []; });
      if (!some.length) return all;
      for (const one of some) {
        if (one.isDirectory && /^(\.git|node_modules|target|\.gradle)$/.test(one.name)) continue;
        if (all.length >= mostFiles) {
          left.push(`${path}${entry.name} holds more than ${number(mostFiles, "file")}: the rest of it was not looked at.`);
          return all;
        }
        all.push(...await walk(one, left, `${path}${entry.name}/`));
      }
    }
  }
  host.addEventListener("dragover", (e) => { if (e.dataTransfer.types.includes("Files")) { e.preventDefault(); host.classList.add("drop-here"); } });
  host.addEventListener("dragleave", () => host.classList.remove("drop-here"));
  host.addEventListener("drop", async (e) => {
    if (!e.dataTransfer.types.includes("Files")) return;
    e.preventDefault();
    e.stopPropagation();
    host.classList.remove("drop-here");
    const entries = [...e.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const left = [];
    const chosen = entries.length ? (await Promise.all(entries.map((entry) => walk(entry, left)))).flat() : [...e.dataTransfer.files];
    if (!chosen.length && !left.length) left.push(`${few(entries.map((entry) => entry.name))} holds no files.`);
    await add(chosen, left);
  }, true);

  async function saveZip() {
    send();
    const lib = await zips();
    const out = new lib.ZipWriter(new lib.BlobWriter("application/zip"));
    const names = [], lines = [], inputs = await ask("inputs", 0);
    for (const file of files) {
      names.push(unlike(within(file.label), [...names, savedName]));
      lines.push((file.plain ? "" : "-- file: ") + names.at(-1));
      await out.add(names.at(-1), new lib.BlobReader(new Blob([file.text])));
    }
    await out.add(savedName, new lib.BlobReader(new Blob([[inputs?.[0] ?? "", ...lines, ""].join("\n")])));
    if (!inputs) say("The zip has the files, but no numbers and settings: the calculator of this page did not answer.");
    const link = el("a", { href: URL.createObjectURL(await out.close()), download: "workbench.zip" });
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

  // hover describes a name; where something is said of the place, that has a box of its own.
  async function hover(view, pos) {
    const at = base() + pos;
    if (said.marks.some((m) => m.from <= at && at <= m.to)) return null;
    const parts = await ask("hover", at);
    if (!parts) return null;
    const [from, to, code, words] = parts;
    return { pos: Number(from) - base(), end: Number(to) - base(), above: true, create: () => ({
      dom: el("div", { class: "bench-hover" }, el("pre", {}, code), ...words.split(/\n+/).filter(Boolean).map((text) => el("p", {}, text))),
    }) };
  }

  // findings opens the list of what is said of this file, and brings it into sight.
  function findings(view) {
    const done = cm.openLintPanel(view);
    shadow.querySelector(".cm-panel-lint")?.scrollIntoView({ block: "nearest" });
    return done;
  }

  const cursor = () => base() + view.state.selection.main.head;
  function define() {
    ask("define", cursor()).then((parts) => {
      if (parts) go(Number(parts[0]), Number(parts[1]));
      else tell("Here is no name that a file of these makes.");
    });
    return true;
  }

  // edit carries out changes of the whole text, as one step of each file's history, or of none.
  function edit(edits, stepped = false) {
    let text = join(files);
    for (const { from, to, text: fresh } of edits.sort((a, b) => b.from - a.from)) text = text.slice(0, from) + fresh + text.slice(to);
    if (text === sent) return;
    const at = open;
    take(text, true, false, stepped);
    show(at);
    send();
  }
  const editsOf = (parts) => parts.map((line) => { const [from, to, text] = line.split("\x1f"); return { from: Number(from), to: Number(to), text }; });

  function rename() {
    const at = cursor();
    ask("rename", at).then((parts) => {
      if (parts?.[0] !== "name") return tell(parts?.[1] ?? "Here is no name that can be renamed.");
      askName(`Another name for ${parts[1]}`, parts[1], async (name) => {
        if (name === parts[1]) return;
        const answer = await ask("rename", at, name);
        if (answer?.[0] !== "edits") return answer?.[1] ?? "The text has changed meanwhile. Close this and try again.";
        const before = join(files), edits = editsOf(answer.slice(1));
        edit(edits, true);
        sayDone(`${parts[1]} is called ${name} now, in ${number(edits.length, "place")}.`, puts(before));
      }, () => view.focus());
    });
    return true;
  }

  // askName asks for a name until what is done with it has no complaint.
  function askName(title, value, use, then = () => {}) {
    const complaint = el("p", { role: "alert" });
    const field = el("input", { id: "bench-name", type: "text", autocapitalize: "off", autocorrect: "off", spellcheck: "false", autocomplete: "off" });
    const form = el("form", { submit: async (e) => {
      e.preventDefault();
      const name = field.value.replace(/\s+/g, " ").trim();
      complaint.textContent = name ? await use(name) ?? "" : "Write a name.";
      if (!complaint.textContent) dialog.close();
      else field.focus();
    } }, el("label", { for: "bench-name" }, title), field, complaint,
    el("p", { class: "buttons" }, el("button", { type: "submit" }, "Rename"), " ", button("Cancel", "Leave it as it is (Escape)", () => dialog.close())));
    const dialog = el("dialog", { class: "bench-dialog", "aria-label": title, close: () => { dialog.remove(); then(); } }, form);
    document.body.append(dialog); // outside of the widget, whose keys it does not know
    field.value = value;
    dialog.showModal();
    field.select();
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
        renderMessage: () => el("div", { class: "bench-said" }, ...m.words.map((text, i) => el("p", { class: i ? "" : "first" }, text))),
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
  let looking = false, form;
  const look = () => {
    looking = false;
    const field = area();
    if (!field) return;
    if (form !== field.form) { // the page may have made its form anew
      watch.disconnect();
      form = field.form;
      fresh = true;
      watch.observe(form, { subtree: true, childList: true, characterData: true, attributes: true });
    }
    meet();
    if (root.classList.contains("waiting")) return; // what stands there is for another text
    if (fresh) {
      fresh = false;
      listen();
      mark();
      list();
    }
    if (pressed) view.focus();
    pressed = false;
  };
  const lookSoon = () => { if (!looking) { looking = true; queueMicrotask(look); } };
  const watch = new MutationObserver((changes) => { // tabs that are laid out change no mark
    fresh ||= changes.some(({ target, addedNodes, removedNodes }) => target.parentNode?.closest(".marks") || target.matches?.(".marks") || [...addedNodes, ...removedNodes].some((n) => n.matches?.(".marks") || n.querySelector?.(".marks")));
    lookSoon();
  });
  new MutationObserver(lookSoon).observe(root, { childList: true, attributes: true, attributeFilter: ["class"] });
  addEventListener("click", send, true); // what a button does is done to all that was typed
  root.addEventListener("input", (e) => { if (e.target === area() && e.target.value !== sent) lookSoon(); });

  // A line number beside a statement leads there.
  root.addEventListener("click", (e) => {
    const summary = e.target.closest?.(".statement-line, .entries tr");
    const place = summary?.querySelector(".line")?.lastChild?.textContent ?? (summary?.matches("tr") ? summary.querySelector("th")?.textContent : "");
    const [, name, line] = place?.match(/^(?:(.*):|line )?(\d+)( \(\d+\))?$/) ?? [];
    const file = files.find((file) => file.label === name) ?? files[0];
    if (!line || e.target.closest("button, a, tr details")) return; // what is unfolded shows what it holds
    const from = files[open];
    go(file.base + file.text.split("\n").slice(0, line - 1).reduce((n, text) => n + text.length + 1, 0));
    led(from);
  });

  // One of the answers is always open: beside the text is never nothing.
  root.addEventListener("click", (e) => {
    if (e.target.closest?.(".tabs > .tab[open] > summary")) e.preventDefault();
  });

  // Arrow keys lead from tab to tab of the answers, and open them.
  root.addEventListener("keydown", (e) => {
    const tab = e.target.closest?.(".tabs > .tab > summary")?.parentNode;
    const all = tab ? [...tab.parentNode.children] : [], at = all.indexOf(tab);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[e.key];
    if (!tab || to === undefined || e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    const next = all[(to + all.length) % all.length].firstChild;
    next.focus();
    if (!next.parentNode.open) next.click();
  });

  // Recent texts are kept in this browser.
  const store = "partition-lab workbench";
  const recent = () => { try { return JSON.parse(localStorage.getItem(store)) ?? []; } catch { return []; } };
  let session = `${Date.now()}`, keeping, kept = sent, left; // how this tab has left what is kept of its session
  function remember() {
    kept = sent;
    clearTimeout(keeping);
    keeping = setTimeout(rememberNow, 1500);
  }
  function rememberNow() {
    if (!keeping) return;
    clearTimeout(keeping);
    keeping = undefined;
    const text = kept;
    if (!text.trim()) return;
    if (text.length > mostKept) return offer();
    const there = recent().find((r) => r.session === session);
    if (there && there.text !== left) { // another tab has gone on with it
      session = `${Date.now()}`;
      if (!note.hasChildNodes()) say("Another tab has changed this text, too. Both are among the recent ones.");
    }
    left = text;
    const all = [{ session, when: Date.now(), names: split(text).map((file) => file.label).join(", "), text }, ...recent().filter((r) => r.session !== session && r.text !== text)].slice(0, 8);
    try { localStorage.setItem(store, JSON.stringify(all)); } catch (error) { console.info(error); }
    offer();
  }
  // another text comes: the one before stays among the recent ones.
  function another() {
    forget();
    rememberNow();
    session = `${Date.now()}`;
  }
  const choice = el("select", {
    "aria-label": "Recent texts",
    pointerdown: listed, focus: listed, keydown: listed, blur: unlisted,
    change: () => {
      const one = recent().find((r) => r.session === choice.value);
      unlisted();
      if (!one) return;
      send();
      another();
      session = one.session;
      left = one.text;
      files = split(one.text);
      open = 0;
      turn();
      send();
      mark();
      list();
    },
  });
  // The recent texts are options only while somebody chooses: beside a list of several that have
  // changed, Chromium lays out the whole page at each change of a class.
  function unlisted() { choice.replaceChildren(el("option", { value: "" }, "Recent …")); }
  function listed() {
    if (choice.length === 1) choice.append(...recent().map((r) => el("option", { value: r.session }, `${new Date(r.when).toLocaleString()}: ${printable(r.names)} (${Math.ceil(r.text.length / 1000)} kB)`)), kept.length > mostKept ? el("option", { disabled: "" }, `The text here is not kept: a recent one has ${mostKept / 1000} kB at most. Save it.`) : "");
  }
  function offer() { choice.hidden = !recent().length && kept.length <= mostKept; }
  unlisted();
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

const mostText = 20_000_000; // of all files
const mostKept = 300_000; // characters of a text among the recent ones: the browser keeps 5 MB of a site
const mostPrinted = 500_000; // maxPasted in wasm/lab/measured.go
const mostFiles = 500; // of a text, a folder or a zip
const scripts = /\.(cql|ddl|sql|txt|size)(\.(tmpl|tpl|template|j2|jinja2?|erb|mustache|in|dist))?$/i, prints = /(^|\/)[^.\/]+$|\.(txt|log|out|md)$/i; // what is looked at, for CQL or for what nodetool prints

// nodetool reports whether it has printed a text: what it prints says so at its beginning, and each
// sign is sought once, for the text may be long.
const signs = [["Compacted partition maximum bytes", ""], ["Percentile", "Cell Count"], ["Partition size", "Tombstone count"], ["SSTable: ", "Partitioner"]];
function nodetool(text) {
  const head = text.slice(0, mostPrinted);
  return signs.some(([first, then]) => head.includes(first) && head.includes(then, head.indexOf(first)));
}

// Beside the files of a zip stands what the link has of numbers and settings, and in which order
// the files run, each as its line has it in the text; one without a line begins the text.
const savedName = "workbench.link";
function savedIn(text, folder) {
  const [inputs, ...lines] = text.trimEnd().split("\n"), begins = "-- file: ";
  return { inputs, names: lines.map((line) => folder + (line.startsWith(begins) ? line.slice(begins.length) : line)), plain: Boolean(lines[0]) && !lines[0].startsWith(begins) };
}

const number = (n, unit) => unit ? `${n.toLocaleString("en")} ${unit}${n === 1 ? "" : "s"}` : n < 1e6 ? `${Math.ceil(n / 1e3)} kB` : `${(n / 1e6).toFixed(n < 1e7 ? 1 : 0)} MB`;
const few = (names) => names.length > 6 ? `${names.slice(0, 5).join(", ")} and ${names.length - 5} more` : names.join(", ");

// What the loader does not let into a field does not get into the editor either.
const stacked = (text) => globalThis.partitionlab?.stacked(text);

// decoded is a file as text: UTF-8, or UTF-16 as some shells of Windows write it.
const decoded = (buffer) => new TextDecoder(encodingOf(buffer)).decode(buffer).replace(/\r\n?/g, "\n");

function encodingOf(buffer) {
  const [a, b] = new Uint8Array(buffer, 0, Math.min(buffer.byteLength, 2));
  return a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : "utf-8";
}

// oddByte says which byte of a file is the first that is no UTF-8, and in which line it stands; "" for none.
function oddByte(buffer) {
  if (encodingOf(buffer) !== "utf-8") return "";
  const bytes = new Uint8Array(buffer), text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(buffer);
  for (let at = 0, n = 0, next; (next = text.indexOf("\ufffd", at)) >= 0; at = next + 1, n += 3) {
    n += new TextEncoder().encode(text.slice(at, next)).length;
    if (bytes[n] === 0xef && bytes[n + 1] === 0xbf && bytes[n + 2] === 0xbd) continue; // the sign itself
    return `in line ${text.slice(0, next).split("\n").length} stands the byte 0x${bytes[n].toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return "";
}

// offered are the files that were chosen, and those of zips among them.
async function* offered(chosen, leave) {
  for (const file of chosen) {
    const name = file.path || file.webkitRelativePath || file.name;
    if (/\.zip$/i.test(name)) yield* unzipped(file, name, leave);
    else yield { name, size: file.size, blob: () => file };
  }
}

// Zips are read and written by a library, which comes when it is needed first.
async function zips() {
  const lib = await import(new URL(document.querySelector("script[data-zip]").dataset.zip, document.baseURI));
  lib.configure({ useWebWorkers: false }); // the policy of the page has none for it
  return lib;
}

async function* unzipped(file, name, leave) {
  let reader;
  try {
    const lib = await zips();
    reader = new lib.ZipReader(new lib.BlobReader(file), { filenameValidation: "tolerant", checkOverlappingEntry: true, checkCrc32: true });
    let n = 0;
    for await (const entry of reader.getEntriesGenerator()) {
      if (entry.directory) continue;
      if (n++ === mostFiles) {
        leave(name, `holds more than ${number(mostFiles, "file")}: the rest of it was not looked at.`);
        break;
      }
      if (entry.encrypted) {
        leave(`${name}: ${entry.filename}`, "is encrypted: unpack it, and open what comes out.");
        continue;
      }
      const clean = within(entry.filename);
      yield {
        name: clean, size: entry.uncompressedSize, called: clean === entry.filename ? "" : entry.filename,
        blob: async (size) => { // as long as it says that it is, whatever comes
          const parts = [];
          let room = size;
          await entry.getData(new WritableStream({ write(part) {
            if ((room -= part.length) < 0) throw new Error("it is longer than the zip says");
            parts.push(part);
          } }));
          return new Blob(parts);
        },
      };
    }
    if (!n) leave(name, "holds no files.");
  } catch (error) {
    leave(name, `cannot be read as a zip (${wordsOf(error)}): it is something else, damaged, or only a part of it is here.`);
  } finally {
    await reader?.close().catch(() => {});
  }
}

// within makes of a name one that leads nowhere but into the folder or list where the file stands.
const within = (name) => name.split(/[\\/]/).filter((part) => part && !/^(\.\.?|[A-Za-z]:)$/.test(part)).join("/").replace(/[\u0000-\u001f]/g, "\ufffd") || "file.cql";

// printable writes out the signs that a name may have to look like another: those that control, or turn
// the direction of text. The same as Printable of package diag.
const printable = (text) => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

// unlike makes of a name one that is none of others.
function unlike(name, others) {
  let out = name;
  for (let n = 2; others.includes(out); n++) out = name.replace(/(\.[^.]*)?$/, ` ${n}$1`);
  return out;
}

const wordsOf = (error) => error.message.replace(/^[A-Z](?=[a-z])/, (c) => c.toLowerCase()).replace(/\.$/, "");

// Styles of what this script puts into the page, and of what is within the editor.
const pageStyles = `
@media print { .bench-editor { display: none !important; } }
.bench-editor { grid-area: 1 / 1; z-index: 3; height: var(--bench); display: flex; flex-direction: column; min-width: 0; border: 1px solid var(--line); border-radius: 10px; background: var(--sunken); overflow: hidden; }
.bench-editor.drop-here { outline: 3px dashed var(--accent); }
.bench-files { display: flex; flex-wrap: wrap; border-bottom: 1px solid var(--line); max-height: 7.2rem; overflow-y: auto; flex: none; background: linear-gradient(var(--sunken), var(--sunken)) bottom / 100% 14px no-repeat local, linear-gradient(transparent, var(--shade)) bottom / 100% 14px no-repeat scroll; } /* a row that is cut, and a shadow, say that it goes on */
.bench-files button { border: 0; border-radius: 0; background: none; color: var(--muted); padding: .45em .9em; min-height: 44px; font-family: var(--mono); font-size: .82rem; border-bottom: 3px solid transparent; }
.bench-files button[aria-selected="true"] { color: var(--ink); background: var(--raised); border-bottom-color: var(--accent); }
.bench-bad, .bench-files::after { color: var(--refused); }
.bench-files:not([data-refused=""])::after { content: attr(data-refused) / ""; position: sticky; bottom: 0; margin-left: auto; padding: .3em .7em; font-size: .82rem; background: var(--sunken); }
.bench-tools { display: flex; flex-wrap: wrap; gap: .3rem; padding: .35rem .5rem; align-items: center; }
.bench-tools :is(button, select) { font-size: .82rem; padding: .2em .7em; min-height: 36px; }
.bench-tools select { width: 6.5rem; padding-right: .2em; }
.bench-keys { margin: 0; padding: .2rem .7rem .5rem; font-size: .85rem; }
.bench-code { flex: 1; min-height: 0; }
.bench-here { margin: 0; padding: .3rem .7rem; min-height: 2.2em; font-size: .85rem; border-top: 1px solid var(--line); color: var(--muted); }
.bench-here.refused { color: var(--refused); }
.bench-note:not(:empty) { padding: .5rem .7rem; font-size: .85rem; background: var(--raised); border-top: 1px solid var(--line); max-height: 10rem; overflow-y: auto; flex: none; }
.bench-note button { float: right; margin-left: .4rem; font-size: .82rem; padding: .2em .7em; min-height: 36px; position: sticky; top: 0; }
.bench-note p { margin: 0 0 .3em; overflow-wrap: anywhere; }
.bench-dialog { max-width: 28rem; }
.bench-dialog :is(label, input) { display: block; width: 100%; margin-bottom: .5rem; }
.bench-dialog input { font-family: var(--mono); }
.bench-dialog p { margin: 0 0 .5rem; }
.bench-dialog [role="alert"] { color: var(--refused); }
`;

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
.cm-editor .cm-diagnosticAction { background: var(--accent); color: var(--on-accent); border: 0; border-radius: 4px; padding: .3em .7em; margin: .3em .4em .1em 0; font: inherit; cursor: pointer; }
.bench-hover { padding: .4rem .7rem; font-family: var(--sans); }
.bench-hover pre { margin: 0; font: .95em/1.4 var(--mono); max-height: 16rem; overflow: auto; white-space: pre-wrap; }
.bench-hover p { margin: .3em 0 0; }
.bench-said p { margin: 0 0 .35em; }
.bench-said .first { font-weight: 600; }
.cm-editor .cm-diagnosticSource { font-size: .85em; opacity: 1; color: var(--muted); }
.cm-editor .cm-panels { background: var(--sunken); color: var(--ink); border-color: var(--line); }
.cm-panels :is(input, button, label) { font: inherit; }
.cm-editor .cm-panel.cm-panel-lint ul:is(:focus, :not(:focus)) [aria-selected] { background: var(--raised); color: var(--ink); }
.cm-editor .cm-panel.cm-panel-lint ul { max-height: 40vh; }
.cm-editor .cm-panel.cm-panel-lint li { white-space: normal; font-family: var(--sans); }
.cm-editor .cm-panel button[name="close"] { color: var(--ink); min-width: 24px; min-height: 24px; font-size: 1.1rem; }
.bench-elsewhere { margin: .3em 0 0; }
.bench-elsewhere button { margin: 0 .4em .2em 0; font: inherit; background: var(--raised); color: var(--ink); border: 1px solid var(--edge); border-radius: 4px; padding: .25em .6em; }
.cm-editor .cm-panel.cm-search { font-family: var(--sans); font-size: .85rem; }
.cm-editor .cm-searchMatch { background: color-mix(in srgb, var(--advice) 30%, transparent); }
.cm-editor .cm-searchMatch-selected { background: color-mix(in srgb, var(--advice) 55%, transparent); }
.cm-editor :is(.cm-textfield, .cm-button) { background: var(--raised); background-image: none; color: var(--ink); border: 1px solid var(--edge); border-radius: 4px; padding: .25em .6em; }
.cm-tooltip-autocomplete > ul > li[aria-selected] { background: var(--accent) !important; color: var(--on-accent) !important; }
.cm-editor .cm-foldPlaceholder { background: var(--sunken); border-color: var(--line); color: var(--muted); }
`;

if (root && !document.body.classList.contains("embed")) {
  const editor = new URL(document.querySelector("script[data-editor]").dataset.editor, document.baseURI);
  import(editor).then(build).catch((error) => console.warn(error)); // the text area stays
}

// Styles of paper ask whether the report is open: where they found out by :has, the page would be
// styled anew at each key.
root?.addEventListener("toggle", () => document.body.classList.toggle("reporting", Boolean(root.querySelector(".tab-report[open]"))), true);

// The report of the day on which it is printed.
addEventListener("beforeprint", () => {
  for (const day of document.querySelectorAll(".tab-report .today")) day.textContent = new Date().toISOString().slice(0, 10);
});
