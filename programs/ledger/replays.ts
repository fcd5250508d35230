import { type Command, Option } from 'commander';
import { parseUntil } from '#core/cli/arguments.ts';
import { withFormats } from '#core/cli/options.ts';
import { barOf, CliError, EXIT, type Output } from '#core/cli/output.ts';
import { type Format, writeRows } from '#core/cli/table.ts';
import type { Workplace } from '#core/cli/workplace.ts';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';
import { Currency } from '#core/kernel/money/money.ts';
import type { CopyDifference } from '#projections/replay/diff.ts';
import type { Databases } from './databases.ts';

type ReplayFlags = { readonly until: Date; readonly into: string; readonly replace?: boolean };

/** `replay` and `diff`: the read models of a moment beside the live ones, ready for SQL. */
export function addReplays(program: Command, { withReadModels, output }: Workplace & Databases): void {
  program
    .command('replay')
    .description(
      'build the read models as they stood then, in a schema beside the live ones, ready for SQL; needs Postgres',
    )
    .addOption(
      new Option('--until <date>', 'as it stood at the end of this day, or at this moment')
        .argParser(parseUntil)
        .makeOptionMandatory(),
    )
    .addOption(new Option('--into <name>', 'what the copy is called; its schema is past_<name>').makeOptionMandatory())
    .option('--replace', 'build a copy of that name again')
    .action(({ until, into, replace = false }: ReplayFlags) =>
      withReadModels(async ({ build }) => {
        const bar = barOf(output);
        const { schema, events } = await build({ name: into, until, isReplacing: replace }, (position, end) =>
          bar.show('Replaying', Number(position), Number(end)),
        ).finally(bar.stop);
        await output.line(`${events} events up to ${until.toISOString()} are in the schema ${schema}.`);
        output.note(
          `Compare it with what is there now: ledger diff ${into} live. Remove it: drop schema ${schema} cascade.`,
        );
      }),
    );

  const diff = program
    .command('diff')
    .description('what differs between two copies of the read models, or one and `live`; needs Postgres')
    .argument('<left>', 'a copy, or live')
    .argument('<right>', 'another one');
  withFormats(diff, { json: 'one JSON object a table', csv: 'counts by table, comma-separated' }).action(
    (left: string, right: string, { format }: { format: Format }) =>
      withReadModels(async ({ compare }) => {
        const bar = barOf(output);
        const differences = await compare(left, right, (done, total) => bar.show('Comparing', done, total)).finally(
          bar.stop,
        );
        if (differences.length === 0) {
          output.note(`Every row of every table is the same in ${left} and ${right}.`);
          return;
        }
        await writeDifferences(output, format, { left, right }, differences);
        throw new CliError(`${left} and ${right} differ in ${differences.length} tables.`, EXIT.notSound);
      }),
  );
}

type Sides = { readonly left: string; readonly right: string };

async function writeDifferences(
  output: Output,
  format: Format,
  { left, right }: Sides,
  differences: readonly CopyDifference[],
): Promise<void> {
  if (format === 'json') {
    for (const difference of differences) await output.line(JSON.stringify(inJson(difference)));
    return;
  }
  await writeRows({ output, format }, differences, [
    { name: 'Table', width: 24, of: ({ table }) => table },
    { name: `Only in ${left}`, width: 10, align: 'right', of: ({ onlyLeft }) => `${onlyLeft}` },
    { name: `Only in ${right}`, width: 10, align: 'right', of: ({ onlyRight }) => `${onlyRight}` },
    { name: 'Differ', width: 10, align: 'right', of: ({ changed }) => `${changed}` },
  ]);
  if (format === 'csv') return;
  await writeTotals(output, { left, right }, differences);
  for (const { table, samples } of differences) {
    if (samples.length > 0) await output.line(`\n${table}, the first that differ:`);
    for (const { key, kind, columns } of samples) {
      if (kind !== 'changed') await output.line(`  ${key}: only in ${kind === 'missing' ? right : left}`);
      else
        await output.line(
          `  ${key}: ${columns.map((one) => `${one.name} ${one.live ?? 'null'} → ${one.rebuilt ?? 'null'}`).join(', ')}`,
        );
    }
  }
}

/** By side, as in the rest of the command's output; a comparison of read models has a live and a rebuilt side. */
const inJson = ({ samples, totals, ...counts }: CopyDifference) => ({
  ...counts,
  samples: samples.map(({ key, kind, columns }) => ({
    key,
    kind: kind === 'changed' ? kind : kind === 'missing' ? 'onlyRight' : 'onlyLeft',
    columns: columns.map(({ name, live, rebuilt }) => ({ name, left: live, right: rebuilt })),
  })),
  totals: totals.map(({ column, currency, left, right }) => {
    const decimal = (minor: bigint) => minorToDecimal(minor, Currency.parse(currency));
    return { column, currency, left: decimal(left), right: decimal(right) };
  }),
});

async function writeTotals(
  output: Output,
  { left, right }: Sides,
  differences: readonly CopyDifference[],
): Promise<void> {
  const rows = differences.flatMap(({ table, totals }) =>
    totals.map(({ column, currency, left, right }) => {
      const decimal = (minor: bigint) => minorToDecimal(minor, Currency.parse(currency));
      return {
        total: `${table}.${column}`,
        currency,
        left: decimal(left),
        right: decimal(right),
        difference: decimal(right - left),
      };
    }),
  );
  if (rows.length === 0) return;
  await output.line();
  await writeRows({ output, format: 'table' }, rows, [
    { name: 'Total of', width: 28, of: ({ total }) => total },
    { name: 'Currency', width: 8, of: ({ currency }) => currency },
    { name: left, width: 14, align: 'right', of: (row) => row.left },
    { name: right, width: 14, align: 'right', of: (row) => row.right },
    { name: 'Difference', width: 14, align: 'right', of: ({ difference }) => difference },
  ]);
}
