// Keeps the site for the time without network, where the browser allows it, and says
// when there is a newer edition. A reader who wants to save data is not made to load
// what is not read.
const script = document.querySelector("script[data-offline]");

// Asking for the keeper of pages is an error in a sandboxed frame, and where somebody forbids all storage.
const keeper = () => {
  try {
    return navigator.serviceWorker;
  } catch {}
};

if (script && keeper() && self.isSecureContext && !navigator.connection?.saveData) {
  const begin = async () => {
    const registration = await navigator.serviceWorker.register(self.ownScript("offline"), { updateViaCache: "none" });
    // Taken over from another tab, or a moment after this page was asked for: it is of the one before.
    if (navigator.serviceWorker.controller) navigator.serviceWorker.addEventListener("controllerchange", () => tell(registration));
    const look = () => {
      if (registration.waiting && navigator.serviceWorker.controller) tell(registration);
    };
    look();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  };
  // Nothing of this comes before what the reader came for.
  const later = () => (self.requestIdleCallback ?? setTimeout)(() => begin().catch((error) => console.info("no reading without network:", error)));
  document.readyState === "complete" ? later() : addEventListener("load", later);
}

let told;

function tell(registration) {
  if (told) return;
  told = document.createElement("div");
  told.className = "edition";
  told.setAttribute("role", "status");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Read the newer edition";
  button.addEventListener("click", () => {
    button.disabled = true;
    // Loaded again once: to ask a second time would end the first, which may take a second.
    const reload = () => {
      clearInterval(asking);
      location.reload();
    };
    navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
    // Asked again until it has: a word to a worker that is just being woken may be lost, and
    // so may the event that tells of it. What this page still waits for may hold the old one:
    // it goes when the page does, and the next one asks again.
    let patience = 5;
    const ask = () => {
      if (registration.waiting && patience-- > 0) registration.waiting.postMessage("take over");
      else reload(); // it has taken over, perhaps by itself, between two pages
    };
    const asking = setInterval(ask, 1000);
    ask();
  }, { once: true });
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Later";
  close.addEventListener("click", () => told.remove());
  told.append("There is a newer edition of this site. ", button, " ", close);
  document.body.append(told);
}
