// What gives the answer of a calculator away appears with the answer: disclosures of
// predictions, and with ?cover=1 whatever the page says about its calculators.
//
// A calculator's form has the class "covered" as long as its answer is hidden, and
// its details.cover is open when the reader opened it by hand.
const forms = [...document.querySelectorAll("[data-lab] form")];
const covering = document.documentElement.classList.contains("covering");
let ready = !covering; // with ?cover=1 the core covers the calculators first

const shown = (form) => !form || !form.classList.contains("covered") || Boolean(form.querySelector("details.cover")?.open);

function reveal() {
  if (!ready) return;
  for (const block of document.querySelectorAll("details.reveal:not([data-told])")) {
    const form = document.getElementById(block.dataset.of);
    if (!form || !shown(form)) continue;
    block.dataset.told = ""; // once: who closes it again has it closed
    block.open = true;
  }
  if (covering) for (const block of document.querySelectorAll("[data-answers]:not(.told)")) {
    if (block.dataset.answers.split(" ").every((id) => shown(document.getElementById(id)))) block.classList.add("told");
  }
}

if (document.querySelector("details.reveal, [data-answers]")) {
  const watch = new MutationObserver(reveal);
  for (const form of forms) watch.observe(form, { attributeFilter: ["class"] });
  document.addEventListener("toggle", reveal, true); // it does not bubble
  if (covering) {
    const core = new MutationObserver(() => {
      if (!/\blab-(on|off)\b/.test(document.documentElement.className)) return;
      core.disconnect();
      ready = document.documentElement.classList.contains("lab-on"); // without the core everything stays covered
      reveal();
    });
    core.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  }
  reveal();
}
