import type { Command } from 'commander';
import { at, withFormats } from '#core/cli/options.ts';
import { CliError } from '#core/cli/output.ts';
import { type Format, writeRows } from '#core/cli/table.ts';
import type { Workplace } from '#core/cli/workplace.ts';
import { OPEN_TITLES } from '#core/finance/bank/open-kinds.ts';
import { byKind, differenceOf, findingsOf, type Reconciliation, sumOf } from '#core/finance/bank/reconciliation.ts';
import { money, toDecimal } from '#core/kernel/money/money.ts';
import type { Databases } from './databases.ts';

/** `bank`: the bank's balances beside those of the books, with what explains their difference. It needs Postgres. */
export function addBank(program: Command, { withReports, output, clock }: Workplace & Databases): void {
  const command = program
    .command('bank')
    .description(
      'the balances of the bank beside those of the books, and what explains their difference; fails where something is open',
    )
    .addOption(at('at the end of this day; the books by value date'));
  withFormats(command).action(async ({ at = clock(), format }: { at?: Date; format: Format }) => {
    const day = at.toISOString().slice(0, 'YYYY-MM-DD'.length);
    const found = await withReports(({ reconciliationsOn }) => reconciliationsOn(day));
    await writeRows({ output, format }, rowsOf(found), [
      { name: 'Currency', width: 8, of: ({ currency }) => currency },
      { name: 'What', width: 64, of: ({ what }) => what },
      { name: 'Day', width: 10, of: ({ day }) => day },
      { name: 'Document', width: 16, of: ({ document }) => document },
      { name: 'Amount', width: 16, align: 'right', of: ({ amount }) => amount },
    ]);
    const points = found.flatMap(findingsOf);
    for (const point of points) output.note(point);
    if (points.length > 0) throw new CliError('The bank and the books are not one on that day.');
  });
}

function* rowsOf(found: readonly Reconciliation[]) {
  for (const of of found) {
    const { currency, at, accounts, bank, books, items, unexplained, suspense } = of;
    const row = (what: string, minor: bigint | null, day: string = at, document = '') => {
      const amount = minor === null ? '' : toDecimal(money(minor, currency));
      return { currency, what, day, document, amount };
    };
    for (const { account, balance, until } of accounts) {
      yield row(`Balance of ${account || 'an account without a number'}`, balance, until ?? '');
    }
    yield row('Balance of the bank', bank);
    yield row('Balance of the books', books);
    yield row('Difference', differenceOf(of));
    for (const [kind, own] of byKind(items)) {
      for (const { day, amount, number = '' } of own) yield row(OPEN_TITLES[kind], amount, day, number);
      if (own.length > 1) yield row(`${OPEN_TITLES[kind]}: together`, sumOf(own));
    }
    yield row('Not explained', unexplained);
    yield row('In suspense, in both balances', suspense);
  }
}
