// The Embed dialog of a calculator is the program's; what to paste where is fetched when it
// opens, and written into it by a script of its own.
{
  const script = document.querySelector("script[data-recipes]");
  let loading;
  if (script) document.addEventListener("focusin", (e) => {
    const place = e.target.closest?.("dialog.share")?.querySelector(".share-recipes:empty");
    if (!place) return;
    const at = (name) => new URL(script.dataset[name], document.baseURI);
    loading ??= Promise.all([import(at("share")), fetch(at("recipes")).then((r) => r.json())]);
    loading.then(([share, recipes]) => { if (place.matches(":empty")) share.show(place, recipes); }, () => {
      loading = undefined;
      place.textContent = "What to paste where cannot be loaded now.";
    });
  });

  // A page in a file of its own leads to this dialog: it opens when the calculator is ready.
  const button = new URLSearchParams(location.search).has("embed") && document.querySelector("[data-alone] [data-do=embed]");
  const root = document.documentElement;
  const ready = new MutationObserver(() => {
    if (!root.classList.contains("lab-on")) return;
    ready.disconnect();
    button.click();
  });
  if (button) ready.observe(root, { attributeFilter: ["class"] });
}
