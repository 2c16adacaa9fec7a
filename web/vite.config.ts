import { defineConfig, type Plugin } from "vite";

/** Lists the files of the page in its service worker, so that it works offline after the first visit. */
function offline(): Plugin {
  return {
    name: "offline",
    generateBundle(_options, bundle) {
      const files = ["./", "./icon.svg", ...Object.keys(bundle).filter((name) => name.startsWith("assets/")).map((name) => `./${name}`)];
      const source = `const FILES = ${JSON.stringify(files)};
const CACHE = "misere-" + FILES.join(" ");
self.addEventListener("install", (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES))));
self.addEventListener("activate", (event) => event.waitUntil(caches.keys().then((keys) =>
  Promise.all(keys.filter((key) => key.startsWith("misere-") && key !== CACHE).map((key) => caches.delete(key))))));
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const fresh = () => fetch(event.request);
  const kept = () => caches.match(event.request, { ignoreSearch: true });
  event.respondWith(event.request.mode === "navigate" ? fresh().catch(kept) : kept().then((found) => found || fresh()));
});
`;
      this.emitFile({ type: "asset", fileName: "offline.js", source });
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [offline()],
  build: { outDir: "../target/page", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: "es" },
  server: { fs: { allow: [".."] } },
});
