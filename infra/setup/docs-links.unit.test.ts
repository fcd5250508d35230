import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { PROJECT_ROOT } from '#infra/local/paths.ts';

type Link = { from: string; to: string };

const FOLDERS = '{bff,core,docs,infra,programs,projections,web}';
const PAGES = globSync(['*.md', `${FOLDERS}/**/*.md`], { cwd: PROJECT_ROOT });
const SOURCES = globSync(['*.{yml,json}', `${FOLDERS}/**/*.{ts,tsx,mjs,cjs,sql,yml,json}`], { cwd: PROJECT_ROOT });
const CODE = /```[\s\S]*?```|`[^`\n]*`/g;

const read = (file: string): string => readFileSync(path.join(PROJECT_ROOT, file), 'utf8');

/** The anchors of a page, as GitHub makes them of its headings; a second one of the same words has a number. */
function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of read(page)
    .replaceAll(/```[\s\S]*?```/g, '')
    .matchAll(/^#+ +(.+?) *$/gm)) {
    const words = heading.replaceAll(/\]\([^)]*\)/g, '').toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
    let [name, count] = [anchor, 0];
    while (anchors.has(name)) name = `${anchor}-${++count}`;
    anchors.add(name);
  }
  return anchors;
}

function isBroken({ from, to }: Link): boolean {
  const [file = '', anchor] = to.split('#');
  const target = file === '' ? from : path.join(path.dirname(from), file);
  if (!existsSync(path.join(PROJECT_ROOT, target))) return true;
  if (anchor === undefined || statSync(path.join(PROJECT_ROOT, target)).isDirectory()) return anchor !== undefined;
  return target.endsWith('.md') && !anchorsOf(target).has(anchor);
}

const named = ({ from, to }: Link): string => `${from}: ${to}`;

it('each link of a page leads to a file and a heading', () => {
  const links = PAGES.flatMap((from) =>
    [
      ...read(from)
        .replaceAll(CODE, '')
        .matchAll(/\]\(([^)\s]+)\)/g),
    ].map(([, to = '']): Link => ({ from, to })),
  ).filter(({ to }) => !/^[a-z]+:/.test(to));
  assert.ok(links.length > 300, `${links.length} links`);
  assert.deepEqual(links.filter(isBroken).map(named), []);
});

it('each page that code and messages name is there, with its heading', () => {
  const links = SOURCES.flatMap((file) =>
    [...read(file).matchAll(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([to]) => ({ file, from: 'README.md', to })),
  );
  assert.ok(links.length > 50, `${links.length} links`);
  assert.deepEqual(
    links.filter(isBroken).map(({ file, to }) => named({ from: file, to })),
    [],
  );
});
