import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where the built screens go. */
const OUTPUT = process.env.WEB_OUTPUT ?? path.resolve('dist/web');
/** The API a dev server talks to; `npm start` listens on 3000. */
const API = process.env.API_URL ?? 'http://127.0.0.1:3000';

/**
 * What several pages need, in few files: many small ones compress worse and ask the server more often. A group takes what its
 * files import too, unless an earlier one has it.
 */
const CHUNK_GROUPS = [
  {
    name: 'vendor',
    tags: ['$initial' as const],
    test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|jotai|clsx|@tanstack[\\/](react-query|query-core))[\\/]/,
  },
  // What stands around every page.
  { name: 'shell', tags: ['$initial' as const] },
  // Heads, cards, fields and their icons.
  {
    name: 'page',
    test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](arrow-(down|left|up)|banknote|chevron-(left|right)|chevrons-up-down|circle-check|circle-exclamation-point|eye|eye-off|file-question-mark|inbox|info|minus|package|plus|search|x)\.mjs$|web[\\/](lib[\\/](words[\\/]money|browser[\\/]typing|navigation[\\/]page-param)\.ts|ui[\\/](page[\\/](page-header|card)|feedback[\\/](alert|empty-state|load-error)|text[\\/](money|text-link)|overlays[\\/]dialog|form[\\/]controls[\\/](checkbox|field|select|text-input|textarea))\.tsx?)$/,
  },
  // The days of records. The product list has none, nor have forms.
  { name: 'days', test: /web[\\/](lib[\\/]words[\\/]dates\.ts|ui[\\/]text[\\/]date-text\.tsx)$/ },
  {
    name: 'list',
    test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]table-2\.mjs$|web[\\/](lib[\\/](words[\\/]counted|api[\\/]use-list|browser[\\/]use-(media|debounced))\.ts|ui[\\/](table[\\/](data-table|pagination)|form[\\/]controls[\\/]search-box|actions[\\/]segmented|list[\\/]list-table)\.tsx)$/,
  },
  // The icons are those of brands that other pages have, too.
  {
    name: 'product',
    test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](book-open|cpu|globe|play|store)\.mjs$|bff[\\/]contract[\\/]base[\\/]regions\.ts|web[\\/]shared[\\/]catalogue[\\/](brands\.ts|product-image\.tsx)$/,
  },
  {
    name: 'catalogue',
    test: /web[\\/](store[\\/](shared[\\/]add-to-cart\.ts|shop[\\/](shared[\\/](?!product-card)|products[\\/](products-api|catalogue-filters)\.ts))|shared[\\/]catalogue[\\/]gift-card\.tsx)/,
  },
  // What the forms share, apart from their rules. The sign-ins of both sides need the one after it as well.
  {
    name: 'form',
    test: /react-hook-form|web[\\/](lib[\\/]form[\\/]use-zod-form\.ts|ui[\\/]form[\\/](fields|submit-button|form-password|controls[\\/]password-input)\.tsx)$/,
  },
  {
    name: 'passkey',
    test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]fingerprint-pattern\.mjs$|web[\\/]shared[\\/]sign-in[\\/](passkey\.ts|passkey-button\.tsx)$/,
  },
  {
    name: 'copy',
    test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](check|copy)\.mjs$|web[\\/]ui[\\/]actions[\\/]copy-button\.tsx$/,
  },
  {
    name: 'download',
    test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]download\.mjs$|web[\\/]lib[\\/]api[\\/]download\.ts$/,
  },
  // What stands around every page of the back office, apart from icons that pages of the store have, too.
  { name: 'places', test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](landmark|receipt-text|shield-check)\.mjs$/ },
  // The dashboard's charts and the pages of one chart.
  { name: 'chart', test: /web[\\/]ui[\\/](text[\\/]dotted-line|charts[\\/](series-chart|donut-chart))\.tsx$/ },
  {
    name: 'office',
    test: /web[\\/]admin[\\/](shell[\\/](admin-shell|navigation)\.tsx|shared[\\/](permission[\\/]may\.tsx|words[\\/]subject-href\.ts))$/,
  },
];

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
 * Compressed once, as well as it goes: a seventh smaller than what the BFF makes of a file at each request. Tests serve the gallery as it
 * is.
 */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: (_config, { command, mode }) => command === 'build' && mode !== 'gallery',
  async writeBundle({ dir }, bundle) {
    if (this.environment.name !== 'client' || dir === undefined) return;
    const files = Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file));
    await Promise.all(
      files.map(async (file) => {
        const written = path.join(dir, file);
        await writeFile(`${written}.br`, await promisify(brotliCompress)(await readFile(written)));
      }),
    );
  },
});

/** What pdf.js asks for by name when a PDF needs it: fonts, tables of characters, decoders of scans. */
const pdfResources = (): Plugin => ({
  name: 'pdf-resources',
  apply: 'build',
  async generateBundle() {
    const from = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
    const { version } = JSON.parse(await readFile(path.join(from, 'package.json'), 'utf8')) as { version: string };
    for await (const file of glob(['standard_fonts/*', 'cmaps/*', 'wasm/*_nowasm_fallback.js'], { cwd: from })) {
      this.emitFile({
        type: 'asset',
        fileName: `assets/pdf-${version}/${file}`,
        source: await readFile(path.join(from, file)),
      });
    }
  },
});

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), preloadLatinFont(), pdfResources(), compressed()],
  // React has this hook itself since its version 18. The stand-in that wouter and the tables import is for older ones.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  build: {
    outDir: OUTPUT,
    emptyOutDir: true,
    manifest: true,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // No names: the first file lists those of all pages, and readable ones are 1 kB of it (the budget of a page's first scripts).
    rolldownOptions: { output: { chunkFileNames: 'assets/[hash].js', codeSplitting: { groups: CHUNK_GROUPS } } },
  },
  environments: {
    // What draws the public pages on the server lies beside what it draws with, so that both are always of one version.
    ssr: {
      build: {
        outDir: `${OUTPUT}/.server`,
        rolldownOptions: {
          input: 'web/app/server.tsx',
          output: { entryFileNames: '[name]-[hash].js', codeSplitting: true },
        },
        copyPublicDir: false,
      },
      resolve: { noExternal: true },
    },
  },
  builder: {
    async buildApp({ build, environments }) {
      for (const environment of Object.values(environments)) await build(environment);
    },
  },
  // The host stays the browser's: the API compares it with the page's origin where a cookie lets a request in.
  server: { proxy: { '/api': { target: API, changeOrigin: false } } },
});
