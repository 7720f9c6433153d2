// Which tabs of the calculators are open outlives a reload, as what was typed does. A tab
// that stands in the address by itself, as a step of a model, is not kept here.
{
  const kept = `open ${location.pathname}`;
  const name = (tab) => {
    const form = tab.closest("[data-lab] form");
    if (!form || !tab.dataset.key || tab.matches(".cover") || tab.querySelector(":scope > summary[data-do]")) return "";
    const keys = [];
    for (let at = tab; at && at !== form; at = at.parentElement) if (at.dataset.key) keys.unshift(at.dataset.key);
    return [form.id, ...keys].join(" ");
  };
  const read = () => {
    try { return JSON.parse(sessionStorage.getItem(kept)) ?? {}; } catch { return {}; }
  };
  const restore = (within) => {
    const state = read();
    for (const tab of within.querySelectorAll("details[data-key]")) {
      const open = state[name(tab)];
      if (open !== undefined && open !== tab.open) tab.open = open;
    }
  };
  if (["reload", "back_forward"].includes(performance.getEntriesByType("navigation")[0]?.type)) restore(document);
  else try { sessionStorage.removeItem(kept); } catch {}
  // The program makes a calculator what it was built as when it starts, and with a late first answer.
  const attached = new MutationObserver((list) => list.forEach((change) => restore(change.target)));
  for (const calculator of document.querySelectorAll("[data-lab]")) attached.observe(calculator, { attributeFilter: ["data-attached"] });
  // What opens below the window's edge comes into sight, its title at the top where not all has room.
  const inSight = (tab) => {
    const title = tab.querySelector(":scope > summary")?.getBoundingClientRect(), body = tab.querySelector(":scope > .tab-body")?.getBoundingClientRect();
    if (!tab.open || !body) return;
    const by = Math.min(body.bottom + 8 - innerHeight, title.top - 8);
    if (by > 0) scrollBy({ top: by, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth" });
  };
  // A reader opens a tab by its title; of a group, the others close.
  document.addEventListener("click", (e) => {
    const tab = e.target.closest?.("[data-lab] details[data-key] > summary")?.parentElement;
    if (!tab || !name(tab)) return;
    setTimeout(() => {
      inSight(tab);
      const state = read();
      for (const one of [tab, ...(tab.name ? document.getElementsByName(tab.name) : [])]) {
        const key = one.localName === "details" && name(one);
        if (key) state[key] = one.open;
      }
      try { sessionStorage.setItem(kept, JSON.stringify(state)); } catch {}
    });
  });
}
