// "On this page" follows the reading: the section at the upper third is marked.
const list = document.querySelector(".contents");
const links = [...(list?.querySelectorAll('a[href^="#"]') ?? [])];
const places = links.map((a) => document.getElementById(decodeURIComponent(a.hash.slice(1))));
let marked;

function follow() {
  let at = -1;
  places.forEach((place, i) => {
    if (place && place.getBoundingClientRect().top < innerHeight / 3) at = i;
  });
  if (scrollY + innerHeight >= document.documentElement.scrollHeight - 2 && scrollY > 0) at = links.length - 1; // the last one may be short
  if (links[at] === marked) return;
  marked?.removeAttribute("aria-current");
  marked = links[at];
  marked?.setAttribute("aria-current", "true");
  // The list scrolls by itself where it is longer than the window; the page stays.
  if (marked && list.scrollHeight > list.clientHeight) {
    const { top, bottom } = marked.getBoundingClientRect();
    const box = list.getBoundingClientRect();
    if (top < box.top || bottom > box.bottom) list.scrollTop += top - box.top - box.height / 3;
  }
}

if (links.length) {
  let waiting = false;
  const soon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      follow();
    });
  };
  addEventListener("scroll", soon, { passive: true });
  addEventListener("resize", soon);
  follow();
}

// A section's link keeps what stands in the fragment besides it: texts that were
// typed into calculators. #place&check.q=… is a place and a state.
addEventListener("click", (e) => {
  const a = e.target.closest?.('a[href^="#"]');
  if (!a || e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
  const state = location.hash.slice(1).split("&").filter((part) => part.includes("="));
  if (!state.length) return;
  e.preventDefault();
  history.pushState(null, "", "#" + [a.hash.slice(1), ...state].join("&"));
  dispatchEvent(new PopStateEvent("popstate")); // an entry of the history like that of any link: see wasm/browser/address.go
  go(true);
});

// go leads to the place in a fragment that holds more than a place.
function go(focus) {
  const [name, ...state] = location.hash.slice(1).split("&");
  if (!state.length || !name || name.includes("=")) return;
  const place = document.getElementById(decodeURIComponent(name));
  if (!place) return;
  place.scrollIntoView();
  if (focus) {
    if (place.tabIndex < 0) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }
}
addEventListener("hashchange", () => go(false));
go(false);

// Where a part of this page is in another chapter now, its old address leads there.
function lead() {
  const link = document.getElementById(location.hash.slice(1).split("&")[0])?.querySelector(":scope.gone > a");
  if (link) location.replace(link.href);
}
addEventListener("hashchange", lead);
lead();
