// On a page that only leads elsewhere: goes there with what the address says behind
// ? and #, which the page's own way of leading on would lose.
location.replace(document.querySelector("a").href + location.search + location.hash);
