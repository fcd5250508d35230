import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The API a dev server talks to; `npm start` listens on 3000. */
const API = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** Text is set in Inter at once instead of being re-set when the style sheet has asked for the font. */
const preloadLatinFont = (): Plugin => ({
  name: 'preload-latin-font',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
      if (!font) return [];
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
});

/**
 * The toast library writes its style sheet into a <style> element when it loads, which our content security policy
 * forbids; `web/ui/toaster.tsx` imports the same rules as a file, so the injected copy is dropped here.
 */
const dropInjectedToastStyles = (): Plugin => ({
  name: 'drop-injected-toast-styles',
  transform: {
    filter: { id: /node_modules\/sonner\/dist\/index\.m?js/ },
    handler: (code) => ({ code: code.replace(/^__insertCSS\(.*\);$/m, ''), map: null }),
  },
});

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), preloadLatinFont(), dropInjectedToastStyles()],
  optimizeDeps: { exclude: ['sonner'] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': API } },
});
