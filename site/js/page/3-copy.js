// The copy buttons of CQL. On plain http there is no clipboard interface; then a
// selected text is copied, and where that is forbidden, too, the text is left
// selected for the reader's own keys.
async function copy(pre) {
  const text = pre.textContent.trimEnd() + "\n";
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {} // not allowed, or not there
  const range = document.createRange();
  range.selectNodeContents(pre);
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
  const done = document.execCommand("copy");
  if (done) selection.removeAllRanges();
  return done;
}

addEventListener("click", async (e) => {
  const button = e.target.closest?.("button.copy");
  if (!button) return;
  const done = await copy(button.closest(".cql").querySelector("pre"));
  button.textContent = done ? "Copied" : "Press Ctrl C";
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
});
