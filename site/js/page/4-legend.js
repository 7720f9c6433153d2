// The legend of K, C↑, C↓ and S is one tap from any name that carries a mark. Every
// block of CQL has a button for it, too, which needs no script.
const legend = document.getElementById("legend");
const marked = ":is(.cql, :not(button, a, summary, label) >) :is(.role-key, .role-clustering, .role-static), code:is(.role-key, .role-clustering, .role-static)";

addEventListener("click", (e) => {
  if (!legend?.showPopover || e.defaultPrevented || !getSelection().isCollapsed) return;
  if (e.target.closest?.(marked) && !e.target.closest("a, button, summary, label, textarea, #legend")) legend.togglePopover();
});
