// Runs the program of the page once more, in a worker, for what takes long: there it finds
// no document, and knows by that what it is. The page sends the compiled program and the
// address of Go's script, then texts.
const early = []; // texts that came before the program was ready
const lab = globalThis.partitionlab = {
  hear: (text) => early.push(text), // the program puts its own here
  say: (text) => postMessage(text),
};

// Whatever ends the program, the page is told, and ends this worker.
const ended = (why) => {
  console.warn(why);
  lab.hear = () => {};
  postMessage("");
};

addEventListener("message", ({ data }) => {
  if (typeof data === "string") lab.hear(data);
  else begin(data).catch(ended);
});

async function begin({ program, exec }) {
  await import(exec);
  const go = new Go();
  const resume = go._resume;
  let over = false;
  go._resume = () => {
    if (over) return;
    try {
      resume.call(go);
    } catch (error) {
      over = true; // a trap leaves the program in the middle of something: it never goes on
      ended(error);
    }
  };
  go.exit = (code) => ended(`exit code ${code}`);
  go.run(await WebAssembly.instantiate(program, go.importObject)).then(ended, ended);
  early.forEach((text) => lab.hear(text));
}
