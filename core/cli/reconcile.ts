import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Match, type Matching, matchLines, type Paper } from '../bank/match.ts';
import { createPapers } from '../bank/papers.ts';
import { readStatements } from '../bank/statements/read-statements.ts';
import type { StatementLine } from '../bank/statements/statement.ts';
import { isDomainError } from '../kernel/errors.ts';
import { toDecimal } from '../kernel/money.ts';
import { withFormats } from './options.ts';
import { CliError, type Output, refuseFile } from './output.ts';
import { replay } from './replay.ts';
import { createRowWriter, type Format } from './table.ts';
import type { WithStore } from './with-store.ts';

const WORDS = {
  matched: 'matched',
  amount_differs: 'amount differs',
  doubled: 'doubled',
  unknown: 'unknown',
} as const satisfies Record<Match['verdict'], string>;

/** `reconcile …`: which lines of a bank statement the ledger has, and what the statement lacks. */
export function addReconcile(program: Command, { withStore, output }: { withStore: WithStore; output: Output }): void {
  const command = program
    .command('reconcile')
    .description('compare a bank statement with deposits and payouts; fails where they differ')
    .argument('<file>', 'camt.053, MT940 or CSV');
  withFormats(command).action(async (file: string, { format }: { format: Format }) => {
    const lines = linesOf(await readFile(file).catch(refuseFile(file)));
    await withStore(async (store) => {
      const papers = createPapers();
      for await (const event of replay(store, output)) papers.add(event);
      await print(matchLines(lines, papers.all()), papers.suspense(), output, format);
    });
  });
}

/** @throws CliError that explains what is wrong with the file */
function linesOf(file: Uint8Array): StatementLine[] {
  try {
    return readStatements(file).flatMap(({ lines }) => lines);
  } catch (error) {
    throw isDomainError(error, 'invalid_value') ? new CliError(`${error.message} Nothing was compared.`) : error;
  }
}

async function print(
  { matches, missing }: Matching,
  suspense: ReadonlyMap<string, string>,
  output: Output,
  format: Format,
): Promise<void> {
  const writer = await createRowWriter(output, format, [
    { name: 'Value date', width: 10 },
    { name: 'Amount', width: 14, align: 'right' },
    { name: 'Currency', width: 8 },
    { name: 'Result', width: 14 },
    { name: 'Certainty', width: 9 },
    { name: 'Document', width: 14 },
    { name: 'Booked', width: 6 },
    { name: 'Reason', width: 60 },
  ]);
  const paperOf = (paper: Paper | null) => [paper?.number ?? '', paper ? (paper.isBooked ? 'yes' : 'no') : ''];
  for (const { line, verdict, certainty, paper, reason } of matches) {
    const { valueDate, amount } = line;
    const word = suspense.get(line.id) ?? WORDS[verdict];
    const facts = [valueDate, toDecimal(amount), amount.currency, word, certainty ?? ''];
    await writer.row([...facts, ...paperOf(paper), reason]);
  }
  for (const paper of missing) {
    const amount = { ...paper.amount, amount: paper.kind === 'deposit' ? paper.amount.amount : -paper.amount.amount };
    const facts = [paper.day, toDecimal(amount), amount.currency, 'missing', ''];
    await writer.row([...facts, ...paperOf(paper), 'The ledger has booked it, and the statement has no line of it.']);
  }
  await writer.end();
  const known = matches.filter(({ line }) => !suspense.has(line.id));
  const count = (isOne: (match: Match) => boolean) => known.filter(isOne).length;
  const booked = count(({ verdict, paper }) => verdict === 'matched' && paper?.isBooked === true);
  const open = count(({ verdict, paper }) => verdict === 'matched' && paper?.isBooked === false);
  const others = (['amount_differs', 'doubled', 'unknown'] as const).map(
    (verdict) => `${count((match) => match.verdict === verdict)} ${WORDS[verdict]}`,
  );
  const summary = [
    `${matches.length} lines: ${booked} booked`,
    `${open} to be decided`,
    ...others,
    ...(known.length < matches.length ? [`${matches.length - known.length} in suspense or returned`] : []),
    `${missing.length} missing`,
  ];
  output.note(`${summary.join(', ')}.`);
  if (booked < known.length || missing.length > 0) throw new CliError('The statement and the ledger are not one yet.');
}
