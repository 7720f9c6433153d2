// The search dialog: opened by the head's link, by / and by Ctrl K. Without a script
// the link leads to the list of all pages. What is asked stays in the browser.
const script = document.querySelector("script[data-index]");
let dialog, field, list, status, search, loading;

const el = (name, attributes, ...children) => {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
};

function make() {
  field = el("input", { type: "search", id: "search-field", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-controls": "found", placeholder: "Word, rule number or message" });
  list = el("ol", { id: "found" });
  status = el("p", { role: "status", class: "facts" });
  const close = el("button", { type: "button", class: "close" }, "Close");
  dialog = el("dialog", { class: "search", "aria-label": "Search" },
    el("div", { class: "search-line" }, el("label", { for: "search-field", class: "visually-hidden" }, "Search"), field, close), status, list);
  document.body.append(dialog);
  close.addEventListener("click", () => dialog.close());
  field.addEventListener("input", show);
  dialog.addEventListener("click", (e) => { if (e.target === dialog) dialog.close(); });
  dialog.addEventListener("keydown", (e) => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (e.key === "ArrowDown") (links[at + 1] ?? links.at(-1))?.focus();
    else if (e.key === "ArrowUp") (at > 0 ? links[at - 1] : field).focus();
    else if (e.key === "Escape") dialog.close(); // a search field would only be emptied
    else if (e.key === "Enter" && document.activeElement === field) links[0]?.click();
    else if (at >= 0 && e.key.length === 1 && !e.ctrlKey && !e.metaKey && !e.altKey) { field.focus(); return; } // the letter goes into the field
    else return;
    e.preventDefault();
  });
}

// show answers for what stands in the field.
async function show() {
  const text = field.value;
  if (!search) {
    status.textContent = "Loading …";
    loading ??= import(new URL(script.dataset.search, document.baseURI)).then((m) => m.load(new URL(script.dataset.index, document.baseURI)));
    try {
      search = await loading;
    } catch {
      loading = undefined;
      status.replaceChildren("The search cannot be loaded now. ", el("a", { href: script.dataset.root + "search/" }, "Lists of all pages"));
      return;
    }
    if (field.value !== text) return; // a later letter answers
  }
  const all = text.trim() ? await search(text, () => field.value === text) : [];
  if (field.value !== text) return;
  const most = 24;
  status.textContent = !text.trim() ? "Finds chapters, rules, advice, calculators and terms. Paste an error message to find its rule."
    : !all.length ? "Nothing found. Fewer words may help."
    : all.length > most ? `The best ${most} of ${all.length} results` : all.length === 1 ? "One page" : `${all.length} pages`;
  const same = all.filter((one) => one.said && one.said === all[0].said && one.kind === "Rule").length;
  if (same > 1 && !all[0].sure) status.replaceChildren(`${same} rules have this message: it alone does not say which one is meant. Paste the whole statement into “`, el("a", { href: script.dataset.root + "check/" }, "Check my CQL"), "”.");
  const alone = (one) => one.said && !all.some((other) => other !== one && other.said === one.said); // else its reason tells more
  list.replaceChildren(...all.slice(0, most).map((one) => el("li", {},
    el("a", { href: script.dataset.root + one.path },
      el("span", { class: "found-kind" }, one.kind === "Rule" || one.kind === "Advice" ? `${one.kind} ${one.context}` : one.kind),
      el("span", { class: "found-title" }, one.title, ...(one.kind !== "Rule" && one.kind !== "Advice" && one.context ? [el("small", {}, " " + one.context)] : [])),
      el("span", { class: "found-note" }, alone(one) ? el("code", {}, one.said) : one.note)))));
  list.scrollTop = 0;
}

function open(text) {
  if (!dialog) make();
  if (!dialog.open) dialog.showModal();
  if (text !== undefined) field.value = text;
  field.select();
  show();
}

if (script) {
  addEventListener("click", (e) => {
    const at = e.target.closest?.(".search-open");
    if (!at || e.button || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    open(at.dataset.text);
  });
  addEventListener("keydown", (e) => {
    const typing = e.target.matches?.("textarea, select, [contenteditable], input:not([type=range], [type=checkbox], [type=radio])");
    const slash = e.key === "/" && !typing && !e.ctrlKey && !e.metaKey && !e.altKey;
    const ctrlK = e.key === "k" && (e.ctrlKey || e.metaKey) && !e.altKey && !e.shiftKey;
    if (!slash && !ctrlK || document.querySelector("dialog[open]:not(.search)")) return;
    e.preventDefault();
    open();
  });
  // /search/#q=text opens the dialog with a question.
  const asked = /(?:^#|&)q=([^&]*)/.exec(location.hash);
  if (asked && location.pathname.endsWith("/search/")) {
    try { open(decodeURIComponent(asked[1].replaceAll("+", " "))); } catch {} // not a text
  }
}
