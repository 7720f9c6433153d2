// The card of a term: its definition, where the pointer rests on the term, or after
// a tap or Enter. Without a script, and where the definitions cannot be fetched, the
// term is a link to the glossary.
const script = document.querySelector("script[data-terms]");
let terms, card, shown, timer;

async function definition(id) {
  terms ??= fetch(new URL(script.dataset.terms, document.baseURI)).then((r) => (r.ok ? r.json() : Promise.reject(r.status)));
  terms.catch(() => { terms = undefined; });
  return (await terms)[id];
}

function make() {
  card = document.createElement("aside");
  card.className = "card term-card";
  card.id = "term-card";
  card.popover = "auto";
  card.setAttribute("aria-live", "polite");
  card.setAttribute("aria-label", "Definition");
  card.addEventListener("pointerleave", () => later(false));
  card.addEventListener("pointerenter", () => clearTimeout(timer));
  card.addEventListener("toggle", (e) => { if (e.newState === "closed") shown = undefined; });
  document.body.append(card);
}

// show puts the card below its term, or above where there is no room.
async function show(link) {
  const [name, text, title, path] = await definition(link.dataset.term);
  if (!card) make();
  const el = (tag, ...children) => { const e = document.createElement(tag); e.append(...children); return e; };
  const meaning = el("p", el("b", name), " ", ...text.split("`").map((part, i) => (i % 2 ? el("code", part) : part)));
  const ways = el("p");
  const way = (href, words) => { const a = el("a", words); a.href = href; ways.append(a, " "); };
  way(link.href, "Glossary");
  if (path) way(script.dataset.root + path, title);
  card.replaceChildren(meaning, ways);
  card.style.removeProperty("inset");
  if (!card.matches(":popover-open")) card.showPopover();
  shown = link;
  const at = link.getClientRects()[0], box = card.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - box.width - 8));
  const top = at.bottom + 6 + box.height < innerHeight ? at.bottom + 6 : Math.max(8, at.top - box.height - 6);
  card.style.inset = `${top}px auto auto ${left}px`;
}

const hide = () => card?.matches(":popover-open") && card.hidePopover();
const later = (link) => {
  clearTimeout(timer);
  timer = setTimeout(() => (link ? show(link).catch(() => {}) : hide()), link ? 250 : 300);
};

if (script && HTMLElement.prototype.showPopover) {
  const term = (e) => e.target.closest?.("a.term");
  addEventListener("pointerover", (e) => { if (e.pointerType === "mouse" && term(e) && term(e) !== shown) later(term(e)); });
  addEventListener("pointerout", (e) => { if (e.pointerType === "mouse" && term(e)) later(false); });
  addEventListener("click", (e) => {
    const link = term(e);
    if (!link || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    e.preventDefault();
    clearTimeout(timer);
    if (link === shown && e.detail > 0 && e.pointerType !== "mouse") return hide();
    show(link).catch(() => { location.href = link.href; });
  });
  addEventListener("scroll", hide, { passive: true });
}
