import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { DEMO_MARKS } from '#infra/seed/demonstration-marks.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** The most that a customer on a slow connection downloads before a page works; a kB is 1,000 bytes. */
const INITIAL_BUDGET_BYTES = 130_000;
const STYLE_BUDGET_BYTES = 20_000;
/** The most scripts that a page of the store loads before it shows. */
const MOST_FILES = 21;
/** Scripts of the product list, as the BFF sends them. The page also has two style files, a font, and six calls of the API. */
const LIST_BUDGET_BYTES = 114_600;
const MOST_LIST_FILES = 9;
/** The same for the back office: its sign-in, and the dashboard with the code of its charts. */
const OFFICE_SIGN_IN = { bytes: 120_900, files: 10 };
const DASHBOARD = { bytes: 150_800, files: 16 };

type Chunk = {
  fileName: string;
  code: string;
  imports: readonly string[];
  facadeModuleId: string | null;
  isEntry: boolean;
  moduleIds: readonly string[];
};

describe('what the browser downloads', { timeout: 600_000 }, () => {
  const chunks = new Map<string, Chunk>();
  const styles: Uint8Array[] = [];
  const texts = new Map<string, string>();

  // The test runner's own NODE_ENV would bundle the development build of React. The files that follow in this process have it again.
  const { NODE_ENV } = process.env;
  after(() => {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  });

  before(async () => {
    process.env.NODE_ENV = 'production';
    const result = await build({
      configFile: path.join(ROOT, 'vite.config.ts'),
      root: path.join(ROOT, 'web'),
      logLevel: 'silent',
      build: { write: false },
    });
    const [output] = Array.isArray(result) ? result : [result];
    assert.ok(output && 'output' in output, 'the build answers its files');
    for (const file of output.output) {
      if (file.type === 'chunk') chunks.set(file.fileName, file);
      else if (file.fileName.endsWith('.css')) styles.push(Buffer.from(file.source));
      texts.set(file.fileName, file.type === 'chunk' ? file.code : Buffer.from(file.source).toString('latin1'));
    }
  });

  it('names no store: neither the product nor the demonstration’s seller', () => {
    assert.ok(texts.has('index.html'));
    const found = [...texts].flatMap(([file, text]) =>
      ['Giftledger', ...DEMO_MARKS].filter((mark) => text.includes(mark)).map((mark) => `${file}: ${mark}`),
    );
    assert.deepEqual(found, []);
  });

  /** A chunk with its static imports, without dynamic ones. */
  const closureOf = (start: Chunk, seen = new Map<string, Chunk>()): Map<string, Chunk> => {
    if (seen.has(start.fileName)) return seen;
    seen.set(start.fileName, start);
    for (const name of start.imports) {
      const next = chunks.get(name);
      if (next) closureOf(next, seen);
    }
    return seen;
  };
  const entry = (): Chunk => {
    const found = [...chunks.values()].find((chunk) => chunk.isEntry);
    assert.ok(found, 'there is an entry');
    return found;
  };
  const bytesOf = (files: Iterable<Chunk>): number =>
    [...files].reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0);
  const holding = (file: string): Chunk => {
    const found = [...chunks.values()].find((chunk) => chunk.moduleIds.some((id) => id.endsWith(`/web/${file}`)));
    assert.ok(found, file);
    return found;
  };
  /** The chunks that are loaded with these files of ours. */
  const together = (...files: string[]): Chunk[] => [
    ...files.reduce((seen, file) => closureOf(holding(file), seen), closureOf(entry())).values(),
  ];
  /** The size as the BFF sends it. */
  const sentBytesOf = (files: readonly Chunk[]): number =>
    files.reduce((sum, chunk) => sum + brotliCompressSync(chunk.code).length, 0);
  const screens = (folder: string): Chunk[] =>
    [...chunks.values()].filter((chunk) => chunk.facadeModuleId?.includes(`/web/${folder}/`));

  it('the shell of the store stays below its budget', (t) => {
    const bytes = bytesOf(closureOf(entry()).values());
    t.diagnostic(`shell ${bytes} B gzip`);
    assert.ok(bytes < INITIAL_BUDGET_BYTES, `${bytes} B gzip of script, the budget is ${INITIAL_BUDGET_BYTES}`);
  });

  it('each page of the store stays below its budget', (t) => {
    const sizes = screens('store')
      .filter((chunk) => !chunk.facadeModuleId?.includes('/store/shell/'))
      .map((chunk) => {
        const closure = closureOf(chunk, closureOf(entry()));
        const name = path.relative(path.join(ROOT, 'web'), chunk.facadeModuleId ?? '');
        return { name, bytes: bytesOf(closure.values()), files: closure.size };
      });
    for (const { name, bytes, files } of sizes) t.diagnostic(`${name} ${bytes} B gzip in ${files} files`);
    const tooLarge = sizes.filter(({ bytes, files }) => bytes >= INITIAL_BUDGET_BYTES || files > MOST_FILES);
    assert.deepEqual(tooLarge, []);
  });

  it('the product list on a phone is there with few files', (t) => {
    // The page, with the cards of its rows, and the brands' glyphs in them.
    const files = together('store/shop/products/products-page.tsx', 'shared/catalogue/brand-glyphs.tsx');
    const bytes = sentBytesOf(files);
    t.diagnostic(`product list ${bytes} B brotli in ${files.length} files`);
    const modules = files.flatMap((chunk) => [...chunk.moduleIds]);
    assert.deepEqual(
      modules.filter((id) => /@tanstack\/(react-table|table-core)\//.test(id)),
      [],
      'cards are no table',
    );
    assert.ok(
      files.length <= MOST_LIST_FILES,
      `${files.length} files: ${files.map((file) => file.fileName).join(' ')}`,
    );
    assert.ok(bytes < LIST_BUDGET_BYTES, `${bytes} B brotli of script, the budget is ${LIST_BUDGET_BYTES}`);
  });

  it('the back office is there with few files', (t) => {
    const views = [
      {
        most: OFFICE_SIGN_IN,
        files: together('admin/shell/admin-shell.tsx', 'admin/account/sign-in/admin-login-page.tsx'),
      },
      {
        most: DASHBOARD,
        files: together(
          'admin/shell/admin-shell.tsx',
          'admin/desk/dashboard/dashboard-page.tsx',
          'ui/table/data-table-view.tsx',
          'ui/charts/series-chart-view.tsx',
          'ui/charts/donut-chart-view.tsx',
        ),
      },
    ];
    for (const { files, most } of views) {
      const bytes = sentBytesOf(files);
      t.diagnostic(`${bytes} B brotli in ${files.length} files`);
      assert.ok(bytes < most.bytes && files.length <= most.files, `${bytes} B in ${files.length} files`);
    }
  });

  it('no script has a route of the contract, or the answers beside it', () => {
    const modules = [...chunks.values()].flatMap(({ moduleIds }) => [...moduleIds]);
    assert.deepEqual(
      modules.filter((id) => id.endsWith('/bff/contract/base/route.ts')),
      [],
    );
  });

  it('the store never fetches the back office or the charts up front', () => {
    const modules = [...closureOf(entry()).values()].flatMap((chunk) => [...chunk.moduleIds]);
    const unwanted = modules.filter((id) => /\/web\/admin\/|@visx|node_modules\/zod\/|react-day-picker/.test(id));
    assert.deepEqual(unwanted, []);
    const ofPages = screens('store').flatMap((chunk) => [...closureOf(chunk).values()]);
    const office = ofPages.flatMap((chunk) => chunk.moduleIds.filter((id) => id.includes('/web/admin/')));
    assert.deepEqual(office, []);
  });

  it('the gallery is not in the product', () => {
    const modules = [...chunks.values()].flatMap((chunk) => [...chunk.moduleIds]);
    assert.deepEqual(
      modules.filter((id) => id.endsWith('/app/gallery.tsx')),
      [],
    );
  });

  it('the style sheets stay below their budget', (t) => {
    const bytes = styles.reduce((sum, source) => sum + gzipSync(source, { level: 9 }).length, 0);
    t.diagnostic(`styles ${bytes} B gzip`);
    assert.ok(
      bytes > 0 && bytes < STYLE_BUDGET_BYTES,
      `${bytes} B gzip of styles, the budget is ${STYLE_BUDGET_BYTES}`,
    );
  });
});
