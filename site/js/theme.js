// Before anything is painted: the theme that the address or the reader asks for, and
// what an address hides or prints. Without a wish the page follows the system. And as long
// as there is no loader, it asks for it again where that is lost on the way, and marks what
// is changed: nobody else would.
{
  const root = document.documentElement;
  const asked = new URLSearchParams(location.search);
  let theme = asked.get("theme");
  try {
    if (!theme && document.currentScript.hasAttribute("data-kept")) theme = localStorage.getItem("theme");
  } catch {} // storage may be forbidden
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  if (asked.get("cover") === "1") root.classList.add("covering"); // answers in prose, too
  if (asked.get("teach") === "1") root.classList.add("teaching");
  if (asked.get("print") === "answers") root.classList.add("print-answers");
  // styles say then that the answer is older
  addEventListener("input", ({ target }) => root.matches(".lab-here") || target.closest("[data-lab]")?.classList.add("typed"));
  addEventListener("error", async ({ target: script }) => {
    if (!script.matches?.("script[data-wasm]")) return;
    for (let pause = 500, got; !got; pause *= 4) {
      const end = new AbortController(), { signal } = end;
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
        for (const type of ["focusin", "pointerdown"]) addEventListener(type, ({ target }) => { if (target.closest?.("[data-lab]")) resolve(); }, { signal });
      });
      end.abort();
      // Some browsers keep that a script was missing.
      got = await import(`${script.src}?${Date.now()}`).catch((error) => console.info(error));
    }
  }, true);
}
