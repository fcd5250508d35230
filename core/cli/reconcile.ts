import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Match, type Matching, matchLines, type Paper } from '#core/finance/bank/match.ts';
import { ownAccountOf } from '#core/finance/bank/own-accounts.ts';
import { createPapers } from '#core/finance/bank/papers.ts';
import { notesOf, readStatements } from '#core/finance/bank/statements/read-statements.ts';
import { compactIban, type Statement } from '#core/finance/bank/statements/statement.ts';
import { TableMapping } from '#core/finance/bank/statements/table-mapping.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import { CURRENCY_CODES, type Currency } from '#core/kernel/money/currencies.ts';
import { negate, toDecimal } from '#core/kernel/money/money.ts';
import { parseCurrency } from './arguments.ts';
import { withFormats } from './options.ts';
import { CliError, EXIT, type Output, refuseFile } from './output.ts';
import { replay } from './replay.ts';
import { type Format, writeRows } from './table.ts';
import type { Workplace } from './workplace.ts';

const WORDS = {
  matched: 'matched',
  amount_differs: 'amount differs',
  duplicate: 'duplicate',
  unknown: 'unknown',
} as const satisfies Record<Match['verdict'], string>;

type Options = {
  readonly format: Format;
  readonly account?: string;
  readonly currency?: Currency;
  readonly mapping?: string;
};

/** `reconcile …`: which lines of a bank statement the ledger has, and what the statement lacks. */
export function addReconcile(program: Command, { withStore, output }: Workplace): void {
  const command = program
    .command('reconcile')
    .description('compare a bank statement with deposits and payouts; fails where they differ')
    .argument('<file>', 'camt.053, MT940 or CSV, or a zip of them')
    .option('--account <iban>', 'refuse the statement of another account')
    .option('--currency <code>', 'refuse lines in another currency', parseCurrency)
    .option('--mapping <file>', 'what the columns of a table are, as the back office saved it');
  withFormats(command).action(async (file: string, options: Options) => {
    const { format } = options;
    const bytes = await readFile(file).catch(refuseFile(file));
    const mapping = options.mapping === undefined ? undefined : await mappingOf(options.mapping);
    const statements = statementsOf(bytes, mapping);
    requireOne(statements, options);
    for (const note of notesOf(statements)) output.note(note);
    const lines = statements.flatMap((statement) => [...statement.lines]);
    await withStore(async (store) => {
      const papers = createPapers();
      for await (const event of replay({ store, output })) papers.add(event);
      await print(matchLines(lines, papers.all()), papers.suspense(), output, format);
    });
  });
}

/** @throws CliError that explains what is wrong with the file */
function statementsOf(file: Uint8Array, mapping: TableMapping | undefined): Statement[] {
  try {
    return readStatements(file, { mapping });
  } catch (error) {
    throw isDomainError(error, 'invalid_value') ? new CliError(`${error.message} Nothing was compared.`) : error;
  }
}

async function mappingOf(file: string): Promise<TableMapping> {
  const text = await readFile(file, 'utf8').catch(refuseFile(file));
  try {
    return TableMapping.parse(JSON.parse(text));
  } catch {
    throw new CliError(`${file} is no mapping of columns that the back office saved.`, EXIT.usage);
  }
}

/** A statement is compared with the account of the ledger that it is of: no other, and not two at once. @throws CliError */
function requireOne(statements: readonly Statement[], { account, currency }: Options): void {
  const accounts = [...new Set(statements.map((each) => each.account))];
  const wanted = account && compactIban(account);
  const own = wanted ? [{ account: wanted, currencies: CURRENCY_CODES }] : [];
  const other = wanted && accounts.find((each) => each !== '' && !ownAccountOf(each, own));
  if (other) throw new CliError(`It is a statement of ${other}, not of ${wanted}. Nothing was compared.`);
  if (!wanted && accounts.length > 1) {
    const names = new Intl.ListFormat('en').format(accounts.map((each) => each || 'one without a number'));
    throw new CliError(`It has statements of several accounts: ${names}. Nothing was compared.`);
  }
  const foreign = statements
    .flatMap(({ lines }) => lines)
    .find(({ amount }) => currency && amount.currency !== currency);
  if (foreign)
    throw new CliError(`It has lines in ${foreign.amount.currency}, not in ${currency}. Nothing was compared.`);
}

async function print(
  { matches, missing }: Matching,
  suspense: ReadonlyMap<string, string>,
  output: Output,
  format: Format,
): Promise<void> {
  const rows = [
    ...matches.map(({ line, verdict, certainty, paper, all, reason }) => {
      const papers = all ?? (paper ? [paper] : []);
      const word = suspense.get(line.id) ?? WORDS[verdict];
      return { day: line.valueDate, amount: line.amount, word, certainty, papers, reason };
    }),
    ...missing.map((paper) => ({
      day: paper.day,
      word: 'missing',
      certainty: null,
      papers: [paper],
      amount: paper.kind === 'deposit' ? paper.amount : negate(paper.amount),
      reason: 'The ledger has booked it, and the statement has no line of it.',
    })),
  ];
  const bookedOf = (papers: readonly Paper[]) => (papers.every(({ isBooked }) => isBooked) ? 'yes' : 'no');
  await writeRows({ output, format }, rows, [
    { name: 'Value date', width: 10, of: ({ day }) => day },
    { name: 'Amount', width: 14, align: 'right', of: ({ amount }) => toDecimal(amount) },
    { name: 'Currency', width: 8, of: ({ amount }) => amount.currency },
    { name: 'Result', width: 14, of: ({ word }) => word },
    { name: 'Certainty', width: 9, of: ({ certainty }) => certainty ?? '' },
    { name: 'Document', width: 14, of: ({ papers }) => papers.map(({ number }) => number).join(', ') },
    { name: 'Booked', width: 6, of: ({ papers }) => (papers.length > 0 ? bookedOf(papers) : '') },
    { name: 'Reason', width: 60, of: ({ reason }) => reason },
  ]);
  const known = matches.filter(({ line }) => !suspense.has(line.id));
  const count = (isOne: (match: Match) => boolean) => known.filter(isOne).length;
  const booked = count(({ verdict, paper }) => verdict === 'matched' && paper?.isBooked === true);
  const open = count(({ verdict, paper }) => verdict === 'matched' && paper?.isBooked === false);
  const others = (['amount_differs', 'duplicate', 'unknown'] as const).map(
    (verdict) => `${count((match) => match.verdict === verdict)} ${WORDS[verdict]}`,
  );
  const summary = [
    `${matches.length} ${matches.length === 1 ? 'line' : 'lines'}: ${booked} booked`,
    `${open} to be decided`,
    ...others,
    ...(known.length < matches.length ? [`${matches.length - known.length} in suspense or returned`] : []),
    `${missing.length} missing`,
  ];
  output.note(`${summary.join(', ')}.`);
  if (booked < known.length || missing.length > 0) throw new CliError('The statement and the ledger are not one yet.');
}
