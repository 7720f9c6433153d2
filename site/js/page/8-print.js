// On paper an address is whole: it is read without the page around it.
addEventListener("beforeprint", () => {
  for (const link of document.querySelectorAll("a.tool[href]")) link.dataset.address = link.href;
});
