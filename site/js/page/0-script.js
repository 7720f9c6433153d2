// The one policy for addresses of scripts of our own: they are those that the page names
// in data- attributes, as in data-worker="assets/worker.js".
const address = (name) => new URL(document.querySelector(`script[data-${name}]`).dataset[name], document.baseURI).href;
const policy = self.trustedTypes?.createPolicy("app", { createScriptURL: address });
self.ownScript = (name) => policy?.createScriptURL(name) ?? address(name);
