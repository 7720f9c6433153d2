// patience watches some requests. One that hangs would hang for ever: when nothing of any
// of them has come for a while, they end. A slow line that brings something is left alone.
// (The build puts this before the loader and the service worker.)
function patience(seconds) {
  const end = new AbortController();
  let timer;
  const more = () => {
    clearTimeout(timer);
    timer = setTimeout(() => end.abort(new Error(`nothing has come for ${seconds} seconds`)), 1000 * seconds);
  };
  more();
  return {
    lost: new Promise((_, reject) => end.signal.addEventListener("abort", () => reject(end.signal.reason))),
    done: () => clearTimeout(timer),
    async fetch(url, cache) {
      const response = await fetch(url, { cache, signal: end.signal });
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      // A copy is looked at: browsers keep what they compile of the response itself.
      const reader = response.clone().body.getReader();
      const read = ({ done }) => { if (!done) { more(); return reader.read().then(read); } };
      more();
      reader.read().then(read).catch(() => {}); // who uses the response is told
      return response;
    },
  };
}

