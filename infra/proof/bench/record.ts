// `npm run bench -- --record`: the rows of a run replace those of the same bench in docs/reliability.md.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isReached, type Row, speedOf } from './measure.ts';

const FILE = path.join(import.meta.dirname, '../../../docs/reliability.md');
const [BEGIN, END] = ['<!-- figures -->', '<!-- end of figures -->'];

const cellOf = (text: string) => text.replaceAll('|', '/');

function lineOf(bench: string, row: Row, taken: string): string {
  const aim = `${row.isCeiling ? '≤' : '≥'} ${row.aim}`;
  const figures = [`${isReached(row) ? '' : 'missed: '}${row.ratio.toFixed(2)}`, speedOf(row)]
    .filter(Boolean)
    .join('; ');
  return `| ${[`\`${bench}\``, row.what, row.baseline, aim, figures, taken].map(cellOf).join(' | ')} |`;
}

/** The page with the rows of one bench in place of its earlier ones; a bench without any comes last. @throws Error where the marks are gone */
export function withFigures(page: string, bench: string, rows: readonly Row[], taken: string): string {
  const [before, table] = page.split(BEGIN);
  const [body, after] = table?.split(END) ?? [];
  if (body === undefined || after === undefined) throw new Error(`The page has lost the marks ${BEGIN} and ${END}.`);
  const lines = body.trim().split('\n');
  const isOwn = (line: string) => line.startsWith(`| \`${bench}\` |`);
  const place = lines.findIndex(isOwn);
  const others = lines.filter((line) => !isOwn(line));
  others.splice(place === -1 ? others.length : place, 0, ...rows.map((row) => lineOf(bench, row, taken)));
  return `${before}${BEGIN}\n${others.join('\n')}\n${END}${after}`;
}

/** @param taken when, and on which machine */
export async function recordFigures(bench: string, rows: readonly Row[], taken: string): Promise<void> {
  await writeFile(FILE, withFigures(await readFile(FILE, 'utf8'), bench, rows, taken));
}
