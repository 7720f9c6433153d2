// Before anything is painted: the theme that the address or the reader asks for.
// Without a wish the page follows the system.
{
  const root = document.documentElement;
  let theme = new URLSearchParams(location.search).get("theme");
  try {
    if (!theme && document.currentScript.hasAttribute("data-kept")) theme = localStorage.getItem("theme");
  } catch {} // storage may be forbidden
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
}
