// Before anything is painted: the theme that the address or the reader asks for, and
// what an address hides or prints. Without a wish the page follows the system.
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
}
