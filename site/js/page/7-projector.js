// The projector key: p, while a widget has the focus, and neither a text nor the title of a tab, enlarges it to the window with text half as large again; p or Escape puts it back.
const projected = () => document.querySelector(".projected");

function project(widget) {
  projected()?.classList.remove("projected");
  document.documentElement.classList.toggle("projecting", Boolean(widget));
  widget?.classList.add("projected");
  widget?.scrollIntoView();
}

addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const typing = e.target.matches?.("textarea, select, input:not([type=range], [type=checkbox], [type=radio]), .tab > summary");
  const widget = e.target.closest?.(".widget");
  if (e.key === "p" && widget && !typing) {
    e.preventDefault();
    project(widget === projected() ? null : widget);
  } else if (e.key === "Escape" && projected() && !e.defaultPrevented) {
    project(null);
  }
});
