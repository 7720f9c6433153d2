// The service worker of a site that is being written: what an earlier one has kept
// goes, and pages come from the server again.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (e) => e.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("partitionlab ")) await caches.delete(name);
  await registration.unregister();
  for (const client of await clients.matchAll({ type: "window" })) client.navigate(client.url);
})()));
