// The theme switch: automatic, then what the system does not show, so that the first press
// is seen, then what it shows, and around again. The choice is kept, and other open pages
// of the site follow.
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
    const all = ["auto", "light", "dark"];
    if (!matchMedia("(prefers-color-scheme: dark)").matches) all.push(all.splice(1, 1)[0]);
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
