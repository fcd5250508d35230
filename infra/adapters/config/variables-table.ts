// Writes the table of variables into docs/operations.md: `npm run docs:variables`. A test fails when the two drift apart.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { APPROVAL_NUMBERS, ORDER_NUMBERS, RETENTION_NUMBERS, WAIT_NUMBERS } from '#core/aggregates/settings/limits.ts';
import { SECTIONS } from '#core/aggregates/settings/sections.ts';
import { installation } from './installation.ts';
import { PART_NAMES, withheldFrom } from './parts.ts';
import { variables } from './variables.ts';

const FILE = path.join(import.meta.dirname, '../../../docs/operations.md');
const [BEGIN, END] = ['<!-- variables -->', '<!-- end of variables -->'];

const Documented = z.object({
  required: z.array(z.string()).optional(),
  properties: z.record(
    z.string(),
    z.object({ description: z.string(), default: z.union([z.string(), z.number()]).optional() }),
  ),
});

/** Empty when all parts may have it. */
const partsWith = (name: string): string => {
  const parts = PART_NAMES.filter((part) => !withheldFrom(part).includes(name));
  return parts.length === PART_NAMES.length ? '' : parts.join(', ');
};

/** @throws ZodError when a variable has no description */
function rowsOf(schema: z.ZodObject, who: (name: string) => string): string[] {
  const { required = [], properties } = Documented.parse(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
  );
  return Object.entries(properties).map(([name, { description, default: standard }]) => {
    const shown = standard === undefined || standard === '' ? '' : `\`${standard}\``;
    return `| \`${name}\` | ${who(name)} | ${required.includes(name) ? '**required**' : shown} | ${description} |`;
  });
}

const table = (): string =>
  [
    ...['| variable | parts | default | what it is for |', '|---|---|---|---|'],
    ...[...rowsOf(variables, partsWith), ...rowsOf(installation, () => 'none')],
  ].join('\n');

const NUMBERS = {
  approvals: APPROVAL_NUMBERS,
  waits: WAIT_NUMBERS,
  orders: ORDER_NUMBERS,
  retention: RETENTION_NUMBERS,
} as const;

function settingsTable(): string {
  const rows = (Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]).flatMap((section) =>
    Object.values(NUMBERS[section]).map(
      ({ label, unit, value, min, max, what }) =>
        `| ${SECTIONS[section].title}: ${label} | ${value} ${unit} | ${min} to ${max} | ${what} |`,
    ),
  );
  return ['| setting | at first | bounds | what it is for |', '|---|---|---|---|', ...rows].join('\n');
}

/** The current page, and the page with a table from the present schema. */
export async function operationsPage(): Promise<{ written: string; current: string }> {
  const written = await readFile(FILE, 'utf8');
  const [before = '', rest = ''] = written.split(BEGIN);
  const after = rest.split(END)[1];
  if (after === undefined) throw new Error(`${FILE} has lost the marks ${BEGIN} and ${END}.`);
  return { written, current: `${before}${BEGIN}\n${table()}\n\n${settingsTable()}\n${END}${after}` };
}

if (import.meta.main) await writeFile(FILE, (await operationsPage()).current);
