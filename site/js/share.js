// What to paste into which host, in the Embed dialog. The recipes are those of
// site/recipes, read by the builder: patterns whose places are filled in here for the
// reader's inputs.

const el = (name, attributes, ...children) => {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
};

// How a text is written so that a host shows just that.
const entities = (text, which) => text.replace(which, (c) => `&#${c.codePointAt(0)};`);
const written = {
  html: (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  // In Markdown, wiki text and JSX nearly every sign may mean something; in a number of HTML none does.
  text: (text) => entities(text, /[^\p{L}\p{N} ,?-]|(?<=-)-/gu),
  string: (text) => JSON.stringify(text), // of Python and JavaScript
};

// address writes an address so that no host takes a part of it for its own signs.
export const address = (text) => text.replace(/[^\w\-.~:/?#&=%+,@;!$]/gu, (c) => encodeURIComponent(c).replace(/[!'()*]/g, (d) => "%" + d.charCodeAt(0).toString(16).toUpperCase()));

// write fills in a pattern: {title:html} is the title as HTML has it.
export function write(pattern, values) {
  return pattern.replace(/\{(\w+)(?::(\w+))?\}/g, (all, name, how) => {
    if (!(name in values)) return all;
    const value = String(values[name]).replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, " ");
    return how ? written[how](value) : value;
  });
}

// picture is the address of a picture of a state: pictures says whether the site has one
// of the first state, of any, or none. Where there is none, the reader stores the picture
// that the dialog saves.
export function picture(pictures, link, name) {
  const [page, query = ""] = link.split("#")[0].split(/\?(.*)/s);
  if (link.includes("#") || !pictures || pictures === "first" && query) return name + ".svg";
  return page + "card.png" + (query ? "?" + query : "");
}

// values are what the places of patterns hold, as the dialog says it.
export function values(data, height, pictures) {
  const link = address(data.link);
  return {
    link, height, title: data.title, embed: address(data.embed), name: data.name, site: data.site, host: new URL(data.site).host,
    origin: new URL(data.site).origin, picture: picture(pictures, link, data.name),
  };
}

// show writes the recipes into a place of the dialog and keeps them up to what the
// dialog says.
export function show(place, { recipes, pictures }) {
  const id = (name) => `${place.id}-${name}`;
  const choice = el("select", { id: id("host") }, ...recipes.map((r) => el("option", { value: r.name }, r.title)));
  try {
    const last = localStorage.getItem("recipe");
    if (recipes.some((r) => r.name === last)) choice.value = last;
  } catch {} // storage may be forbidden
  const box = (name, label) => {
    const words = el("label", { for: id(name) }, label), text = el("textarea", { class: "share-code", id: id(name), readonly: "", rows: "5", spellcheck: "false" });
    const row = el("div", { class: "share-row", "data-key": name }, words, el("div", { class: "share-field" }, text,
      el("button", { type: "button", "data-do": "copy", "data-from": id(name) }, "Copy")));
    return { row, words, text };
  };
  const needs = el("p", { class: "share-note" }), tried = el("p", { class: "share-note" });
  const paste = box("paste", "Paste this"), once = box("once", "");
  const measure = el("iframe", { class: "share-measure", tabindex: "-1", "aria-hidden": "true", title: "" });
  place.append(el("div", { class: "share-row" }, el("label", { for: id("host") }, "Where do you want to paste it?"), choice), needs, paste.row, once.row, tried,
    el("p", { class: "share-note" }, el("a", { href: place.dataset.site + "share/", target: "_blank", rel: "noopener" }, "All places, and what an address may say")), measure);

  // The right height of a frame is that of the embed in one, as it tells it: in a narrow
  // column of text, for there it is higher, but a screen at most where that is enough in a
  // wide one.
  let height = Number(place.dataset.height) || 600, wide;
  addEventListener("message", function hear(e) {
    if (!place.isConnected) return removeEventListener("message", hear);
    if (e.source !== measure.contentWindow || e.data?.type !== "lab:resize") return;
    if (!wide) {
      wide = e.data.height;
      measure.classList.add("narrow");
    }
    height = Math.ceil(Math.min(Math.max(e.data.height, 200), Math.max(wide, 600), 2000));
    fill();
  });

  function fill() {
    const data = place.dataset;
    if (measure.getAttribute("src") !== data.embed) {
      wide = undefined;
      measure.classList.remove("narrow");
      measure.setAttribute("src", data.embed);
    }
    const recipe = recipes.find((r) => r.name === choice.value), v = values(data, height, pictures);
    needs.textContent = write(recipe.needs, v);
    if (recipe.text.includes("{picture") && !v.picture.includes("/")) needs.append(" Save the picture above, and store it beside your page.");
    paste.text.value = write(recipe.text, v);
    paste.text.rows = Math.min(paste.text.value.split("\n").length + 2, 8);
    once.row.hidden = !recipe.once;
    once.words.textContent = recipe.where ?? "";
    once.text.value = write(recipe.once ?? "", v);
    tried.textContent = recipe.tried ? `Tried in ${recipe.tried}.` : "Not tried in the product: written after its documentation.";
    place.dataset.filled = recipe.name;
  }
  for (const type of ["input", "change"]) place.addEventListener(type, (e) => e.stopPropagation()); // none of the calculator's fields
  choice.addEventListener("change", () => {
    try { localStorage.setItem("recipe", choice.value); } catch {}
    fill();
  });
  new MutationObserver(fill).observe(place, { attributeFilter: ["data-link", "data-embed", "data-title"] });
  fill();
}
