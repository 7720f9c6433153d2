// ?teach=1 is for whoever teaches with a page: model answers are open, each exercise leads
// to what to ask and to say. It is not secret, only out of the way.
if (document.documentElement.classList.contains("teaching")) {
  const script = document.querySelector("script[data-root]");
  const site = script && new URL(script.dataset.root, document.baseURI).href;
  const own = document.querySelector("details.teach");
  if (own) own.open = true;
  for (const lab of document.querySelectorAll('[data-lab="exercise"]')) {
    if (own || !script) continue;
    const line = document.createElement("p"), a = document.createElement("a");
    line.className = "teach-link";
    a.href = `${site}${lab.dataset.page}?teach=1`;
    a.textContent = "For teachers";
    line.append(a);
    lab.after(line);
  }
  if (own && script) { // and on to the chapter, as whoever teaches sees it
    for (const a of document.querySelectorAll("article > .facts a[href*='#']")) {
      const to = new URL(a.href);
      to.searchParams.set("teach", "1");
      a.href = to.href;
    }
  }
}
