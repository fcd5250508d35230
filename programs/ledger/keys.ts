import type { Command } from 'commander';
import { CliError, EXIT } from '#core/cli/output.ts';
import { type Column, writeRows } from '#core/cli/table.ts';
import type { Workplace } from '#core/cli/workplace.ts';
import type { DataKey } from '#infra/adapters/crypto/data-keys.ts';
import type { Databases } from './databases.ts';

const COLUMNS: readonly Column<DataKey>[] = [
  { name: 'key', width: 5, of: ({ id }) => `${id}` },
  { name: 'state', width: 16, of: ({ state }) => state },
  { name: 'values', width: 12, of: ({ values }) => `${values}` },
];
const MAX_LEFT_SHOWN = 20;

/** `keys …`: makes a new key for the data, and seals everything again under it while the store runs. */
export function addKeys(program: Command, { withKeys, output }: Workplace & Databases): void {
  const keys = program.command('keys').description('the keys that gift codes, bank data and notes are sealed under');
  keys
    .command('status')
    .description('how much is sealed under each key')
    .action(async () => {
      await withKeys(async ({ status }) => writeRows({ output, format: 'table' }, await status(), COLUMNS));
    });
  keys
    .command('rotate')
    .description('makes a new key; the one before it still opens what it sealed')
    .action(() =>
      withKeys(async ({ rotate }) => {
        const { id, variables } = await rotate();
        for (const line of variables) await output.line(line);
        output.note(
          variables.length > 0
            ? `Set these variables in every part, restart all parts, then run \`keys reseal\`. Keep key ${id} as safe as the one before it.`
            : `Key ${id} is in secrets.json. Start the store again, then run \`keys reseal\`.`,
        );
      }),
    );
  keys
    .command('reseal')
    .description(
      'seals everything again under the current key, which all parts must have by now; the store may be open, and a run that was cut off is repeated',
    )
    .action(() =>
      withKeys(async ({ reseal, status }) => {
        const total = (await status()).reduce(
          (sum, { state, values }) => (state === 'current' ? sum : sum + values),
          0,
        );
        const bar = output.progress(total);
        const { resealed, left } = await reseal((count) => bar.update(count)).finally(() => bar.stop());
        await output.line(`${resealed} values were sealed again.`);
        if (left.length === 0) return;
        for (const line of left.slice(0, MAX_LEFT_SHOWN)) await output.line(`✗ ${line}`);
        throw new CliError(`Values as they were, because they cannot be opened: ${left.length}.`, EXIT.notSound);
      }),
    );
}
