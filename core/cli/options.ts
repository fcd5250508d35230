import { type Command, Option } from 'commander';
import { type By, TIMES } from '#core/aggregates/period/times.ts';
import { parseFrom, parseLimit, parseUntil } from './arguments.ts';
import type { Format } from './table.ts';

// Options that several commands have, with their one description.

type Shown = { readonly format: Format; readonly by?: By | undefined };
export type AsOf = Shown & { readonly at?: Date | undefined };
export type Within = Shown & { readonly from?: Date | undefined; readonly to?: Date | undefined };

export const from = () => new Option('--from <date>', 'from this day or moment on').argParser(parseFrom);
export const to = () => new Option('--to <date>', 'up to and including this day or moment').argParser(parseUntil);
export const at = (what = 'as it stood at the end of this day, or at this moment') =>
  new Option('--at <date>', what).argParser(parseUntil);
export const by = () =>
  new Option('--by <time>', 'count by when it was recorded, or by when the bank received or paid it')
    .choices(TIMES)
    .default('recorded');
export const limit = (what: string) => new Option('--limit <number>', what).argParser(parseLimit);

/** Adds `--json` and `--csv`. The command's options give the choice as `format`: a table by default. */
export const withFormats = (
  command: Command,
  { json = 'one JSON object a line', csv = 'comma-separated, safe to open in a spreadsheet' } = {},
): Command =>
  command
    .setOptionValueWithSource('format', 'table', 'default')
    .addOption(new Option('--json', json).conflicts('csv').implies({ format: 'json' }))
    .addOption(new Option('--csv', csv).implies({ format: 'csv' }));
