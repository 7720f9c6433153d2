// <partition-lab src="…/embed/hotel/size/size1/?v=1&rooms=200" height="480"><a href="…">…</a></partition-lab>
// puts a calculator into a page of another site. The frame is made when the reader comes
// near, grows with what it shows, and is light or dark like the text around it. Without
// this script, and until the calculator has told its height, what is written between the
// tags is shown: a link.
//
// src     the embed, or the calculator's own page; of this site only
// height  of the frame until the calculator tells its own, in px
// theme   light or dark; else as the page around it is
// title   of the frame; else the words between the tags
(() => {
  if (!window.customElements || customElements.get("partition-lab")) return;
  const script = document.currentScript;
  const site = new URL(script?.dataset.site ?? "../", script?.dataset.site ? document.baseURI : script?.src ?? document.baseURI).href; // data-site: where the script is a copy
  const all = new Set();

  // Whether a text is light, and so the page under it dark. Its colour may be written in
  // any way that CSS has: a canvas reads them all.
  const pixel = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  function light(colour) {
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = colour;
    pixel.fillRect(0, 0, 1, 1);
    const [r, g, b] = pixel.getImageData(0, 0, 1, 1).data;
    return 0.299 * r + 0.587 * g + 0.114 * b > 140;
  }

  class PartitionLab extends HTMLElement {
    static observedAttributes = ["src", "theme", "title"];
    #frame;
    #near;
    #theme;

    connectedCallback() {
      if (!this.shadowRoot) {
        this.attachShadow({ mode: "open" }).append(document.createElement("slot"));
        this.shadowRoot.host.style.display ||= "block";
      }
      all.add(this);
      this.#near = new IntersectionObserver((seen) => {
        if (!seen.some((s) => s.isIntersecting)) return;
        this.#near.disconnect();
        this.show();
      }, { rootMargin: "600px" });
      this.#near.observe(this);
    }

    disconnectedCallback() {
      all.delete(this);
      this.#near.disconnect();
      this.#frame?.remove();
      this.#frame = undefined;
      for (const slot of this.shadowRoot.querySelectorAll("slot")) slot.hidden = false;
    }

    attributeChangedCallback() { if (this.#frame) this.show(); }

    // address is what the frame shows, or null where src is none of this site.
    address() {
      let to;
      try { to = new URL(this.getAttribute("src") ?? "", document.baseURI); } catch { return null; }
      if (!/^https?:$/.test(to.protocol) || !to.href.startsWith(site)) return null;
      to.href = site + to.href.slice(site.length).replace(/^widget\//, "embed/");
      if (!to.href.startsWith(site + "embed/")) return null;
      const theme = this.theme();
      if (!new URLSearchParams(to.search).has("theme")) to.search += (to.search ? "&" : "?") + "theme=" + theme;
      return to.href;
    }

    theme() {
      const asked = this.getAttribute("theme");
      if (asked === "light" || asked === "dark") return asked;
      return light(getComputedStyle(this).color) ? "dark" : "light";
    }

    show() {
      const address = this.address();
      if (!address) {
        console.warn("partition-lab: src is no calculator of " + site);
        return;
      }
      this.#theme = this.theme();
      if (!this.#frame) {
        const frame = document.createElement("iframe");
        for (const [name, value] of Object.entries({ width: "100%", height: Number(this.getAttribute("height")) || 600, loading: "lazy",
          sandbox: "allow-scripts allow-same-origin allow-popups allow-downloads", allow: "clipboard-write; fullscreen" })) frame.setAttribute(name, value);
        Object.assign(frame.style, { border: "0", display: "block", width: "100%" });
        this.#frame = frame;
      }
      this.#frame.title = this.getAttribute("title") || this.textContent.trim() || "Partition Lab";
      if (this.#frame.src !== address) this.#frame.src = address;
      if (!this.#frame.isConnected) this.shadowRoot.append(this.#frame);
    }

    // hear takes a message of a frame, where it is this one's.
    hear(source, data) {
      if (!this.#frame || source !== this.#frame.contentWindow) return;
      if (data?.type !== "lab:resize" || !(data.height >= 50 && data.height <= 5000)) return;
      this.#frame.height = Math.ceil(data.height);
      for (const slot of this.shadowRoot.querySelectorAll("slot")) slot.hidden = true;
      this.follow(true);
    }

    // follow tells the frame which theme the page has now, where no address says one.
    follow(always) {
      const theme = this.theme();
      if (!this.#frame || theme === this.#theme && !always) return;
      this.#theme = theme;
      if (!/[?&]theme=/.test(this.getAttribute("src") ?? "")) this.#frame.contentWindow?.postMessage({ type: "lab:theme", theme }, "*");
    }
  }

  addEventListener("message", (e) => { for (const one of all) one.hear(e.source, e.data); });
  // Pages change their theme by an attribute or a class, or as the system does; a change of
  // colour may take a while.
  const follow = () => { for (const one of all) one.follow(false); };
  const soon = () => { for (const wait of [0, 250, 1000]) setTimeout(follow, wait); };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", soon);
  const watch = () => { for (const e of [document.documentElement, document.body]) if (e) new MutationObserver(soon).observe(e, { attributes: true }); };
  if (document.body) watch();
  else addEventListener("DOMContentLoaded", watch);
  customElements.define("partition-lab", PartitionLab);
})();
