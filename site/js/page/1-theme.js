// The theme switch: automatic, light, dark, and around again. The choice is kept,
// and other open pages of the site follow.
document.documentElement.classList.add("scripted"); // styles show what needs a script

const button = document.querySelector(".theme");
const names = { auto: "automatic", light: "light", dark: "dark" };
const chosen = () => document.documentElement.dataset.theme ?? "auto";

function say() {
  button.setAttribute("aria-label", `Theme: ${names[chosen()]}`);
  button.title = button.getAttribute("aria-label");
}

function choose(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  say();
}

if (button) {
  say();
  button.addEventListener("click", () => {
    const all = Object.keys(names);
    const next = all[(all.indexOf(chosen()) + 1) % all.length];
    choose(next);
    try {
      if (next === "auto") localStorage.removeItem("theme");
      else localStorage.setItem("theme", next);
    } catch {} // it holds for this page
  });
  addEventListener("storage", (e) => {
    if (e.key === "theme") choose(e.newValue in names ? e.newValue : "auto");
  });
}
