import { minorJson } from '#bff/contract/base/money-json.ts';
import { LINE_RESULTS, type LineResult } from '#bff/contract/base/office-lists.ts';
import { MAX_STATEMENT_BYTES } from '#bff/contract/base/upload-rules.ts';
import { adminBankRoutes, type BankLine, type BankLinePage } from '#bff/contract/money/admin-bank-routes.ts';
import { type Recording, recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import { type RecordingCall, recordAction } from '#bff/identity/audit/record-action.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { readFilePart } from '#bff/kit/files/file-part.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { conflict, found, invalidField } from '#bff/kit/lib/api-error.ts';
import type { PageAsked } from '#bff/kit/lib/asked.ts';
import { cutPage } from '#bff/kit/lib/present.ts';
import { lock } from '#bff/kit/tables/lock.ts';
import type { Queryable } from '#bff/kit/tables/sql.ts';
import { findLines } from '#bff/money/bank/find-lines.ts';
import { firstApprovals } from '#bff/money/bank/first-approvals.ts';
import { asKept, findGaps, keepGaps, numbersText, sortAgainstKept } from '#bff/money/bank/kept-statements.ts';
import { type Doubt, matchStatement } from '#bff/money/bank/match-statement.ts';
import { openLine } from '#bff/money/bank/open-line.ts';
import { ownAccounts, requireOwnAccounts } from '#bff/money/bank/own-accounts.ts';
import { showReconciliation } from '#bff/money/bank/reconciliation.ts';
import {
  findStatement,
  type KeptCounts,
  keepStatement,
  listStatements,
  shiftedDay,
} from '#bff/money/bank/statement-store.ts';
import { describeTable, keepMapping, readWithMappings } from '#bff/money/bank/table-mappings.ts';
import { MAX_PARTS } from '#core/aggregates/suspense/limits.ts';
import { maskAccount, maskIbans } from '#core/finance/bank/iban.ts';
import type { Match, Paper } from '#core/finance/bank/match.ts';
import type { OwnAccount } from '#core/finance/bank/own-accounts.ts';
import { notesOf } from '#core/finance/bank/statements/read-statements.ts';
import type { Statement } from '#core/finance/bank/statements/statement.ts';
import { TableMapping } from '#core/finance/bank/statements/table-mapping.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import { formatMoney, money } from '#core/kernel/money/money.ts';
import type { BookedLine } from '#projections/models/booked-lines.ts';
import { answerLines } from './answer-lines.ts';
import { splitHandlers } from './split-line.ts';
import { suspenseHandlers } from './suspense-routes.ts';

const FIELD = 'statement';
const FILE = {
  field: FIELD,
  maxBytes: MAX_STATEMENT_BYTES,
  missing: 'Please choose a bank statement: camt.053, MT940 or CSV.',
  tooLarge: 'File too large. A bank statement may have at most 5 MB.',
};

export const registerAdminBank = feature(adminBankRoutes, (deps) => {
  const { database } = deps;
  const find = async (id: string) => found(await findStatement(deps, id), 'There is no such bank statement.');
  return {
    listBankStatements: ({ query }) => listStatements(deps, query),
    getBankStatement: async ({ params }) => ({ data: await find(params.id) }),
    findBankLines: ({ query }) => findLines(database, query.search),
    listBankLines: async ({ params, query }) => {
      const statement = await find(params.id);
      const { matches, missing, states, doubts } = await matchStatement(deps, statement);
      const today = todayOf(deps);
      const firsts = await firstApprovals(
        deps,
        matches.flatMap(({ line }) => (states.get(line.id)?.firstBy == null ? [] : [line.id])),
      );
      const shown = [
        ...doubts.map(presentDoubt),
        ...matches.map((match) => ({
          ...withDayAhead(presentBooked(match, states.get(match.line.id)), today),
          ...firsts.get(match.line.id),
        })),
      ];
      return presentLines(shown, query, {
        statement,
        missing: missing.map((paper) => ({ ...documentOf(paper), day: paper.day })),
      });
    },
    getBankReconciliation: ({ query }) => showReconciliation(deps, query.at ?? todayOf(deps)),
    ...suspenseHandlers(deps),
    ...splitHandlers(deps),
    revealBankLine: async (call) => {
      const { id } = call.params;
      const data = found(await openLine(deps, id), 'There is no such line of a bank statement.');
      // The record comes first: a look that cannot be recorded is not allowed.
      await recordAction(call, 'banking-revealed', ['bank-line', id]);
      call.reply.header('cache-control', 'private, no-store');
      return { data };
    },
    importBankStatements: async (call) => {
      const { bytes, isConfirmed, textOf } = await readFilePart(call.request, FILE);
      const mapping = mappingOf(textOf('mapping'));
      const statements = await parsed(() => readWithMappings(database, bytes, mapping), 'Nothing was imported.');
      const own = ownAccounts(deps);
      const strange = requireOwnAccounts(deps, statements, FIELD);
      const questions = await questionsOf(deps, statements, own);
      if (!isConfirmed && (strange !== '' || questions.length > 0)) {
        const code = strange === '' ? 'confirm_statement' : 'confirm_account';
        throw conflict(code, [strange, ...questions, 'Nothing was imported yet.'].filter(Boolean).join(' '));
      }
      const kept = await recordedTransaction(deps, call.actor, (transaction, record) =>
        keepAll({ ...deps, database: transaction, record }, call, statements, {
          own,
          mapping,
          facts: {
            ...(strange !== '' && { account: 'confirmed' }),
            ...(questions.length > 0 && { confirmed: 'yes' }),
          },
        }),
      );
      const data = await Promise.all(kept.ids.map(find));
      return { message: [importedWords(kept), ...notesOf(statements)].join(' '), data };
    },
    describeBankTable: async ({ request }) => {
      const { bytes, textOf } = await readFilePart(request, FILE);
      const mapping = mappingOf(textOf('mapping'));
      return { data: await parsed(() => describeTable(deps, bytes, mapping), 'Nothing was imported.') };
    },
    answerBankLines: async (call) => {
      const { params, body } = call;
      await find(params.id);
      await answerLines(deps, call, params.id, body);
      return { message: body.is === 'same' ? 'They are the same lines' : 'They are lines of their own' };
    },
  };
});

/** `4 new lines imported.`, with what else the file had. */
function importedWords({ lines, asked, known }: KeptCounts): string {
  const fresh = lines - asked;
  if (lines === 0) return 'Nothing is new: every line of the file is known.';
  const rest = [
    ...(known > 0 ? [`${known} known`] : []),
    ...(asked > 0 ? [`${asked} that may be known: say of each whether it is the same or another one`] : []),
  ];
  return `${[`${fresh} new ${fresh === 1 ? 'line' : 'lines'} imported`, ...rest].join(', ')}.`;
}

/** What a person confirms before a file is imported: something is missing before it, or it is of days to come. */
async function questionsOf(
  { database, clock }: BffDeps,
  statements: readonly Statement[],
  own: readonly OwnAccount[],
): Promise<string[]> {
  const fresh = statements.map((statement, index) => asKept(statement, `new ${index}`));
  const ids = new Set(fresh.map(({ id }) => id));
  const known = await findGaps(database, own);
  const gaps = (await findGaps(database, own, fresh)).filter(
    ({ before, after, missing }) =>
      (ids.has(before.id) || ids.has(after.id)) &&
      !known.some((gap) => gap.before.opening === before.opening && gap.missing === missing),
  );
  const today = todayOf({ clock });
  const days = statements.flatMap(({ lines }) => lines.map(({ bookedOn }) => bookedOn));
  const ahead = days.filter((day) => day > shiftedDay(today, 1)).sort();
  return [
    ...gaps.slice(0, MAX_QUESTIONS).map(gapWords),
    ...(gaps.length > MAX_QUESTIONS ? [`${gaps.length - MAX_QUESTIONS} more gaps follow.`] : []),
    ...(ahead[0] ? [`It has lines of ${ahead.at(-1)}, which is in the future.`] : []),
  ];
}

const MAX_QUESTIONS = 5;

function gapWords({
  before,
  after,
  missing,
  numbers,
  currency,
  account,
}: Awaited<ReturnType<typeof findGaps>>[number]): string {
  const name = ({ number, firstDay }: typeof before) => (number === '' ? `the one of ${firstDay}` : number);
  const amount = (minor: bigint | null) => formatMoney(money(minor ?? 0n, currency));
  const what =
    missing === 0n
      ? ''
      : `Statement ${name(before)} of ${account} begins with ${amount(before.opening)}, and ${name(after)} before it ended with ${amount(after.closing)}: lines of ${amount(missing)} between them were not imported.`;
  const missed = numbers === null ? '' : `Statement ${numbersText(numbers)} of ${account} was not imported.`;
  return [what, missed].filter(Boolean).join(' ');
}

type KeepOptions = {
  readonly own: readonly OwnAccount[];
  readonly mapping: TableMapping | undefined;
  readonly facts: Readonly<Record<string, string>>;
};
type Kept = KeptCounts & { readonly ids: readonly string[] };

/** Stores everything that is new or asked about, with its entries in the audit trail, or nothing. */
async function keepAll(
  {
    database,
    crypto,
    clock,
    record,
  }: Pick<BffDeps, 'crypto' | 'clock'> & {
    readonly database: Queryable;
    readonly record: Recording;
  },
  call: RecordingCall,
  statements: readonly Statement[],
  { own, facts, mapping }: KeepOptions,
): Promise<Kept> {
  // What is known must not change meanwhile.
  await lock(database, 'bank-import');
  const sorted = await sortAgainstKept({ database, crypto }, statements, own);
  const kept: (KeptCounts & { id: string })[] = [];
  for (const [index, statement] of statements.entries()) {
    const id = call.newId(`statement-${index}`);
    const by = call.actor.administratorId;
    const its = { id, by, at: clock(), sorted: sorted[index] ?? [] };
    kept.push({ id, ...(await keepStatement({ database, crypto }, statement, its)) });
  }
  await keepGaps(database, own);
  if (mapping) await keepMapping(database, statements, mapping, { by: call.actor.administratorId, at: clock() });
  const filled = kept.filter(({ lines }) => lines > 0);
  for (const { id, lines, asked } of filled) {
    const counts = { lines: String(lines), ...(asked > 0 && { asked: String(asked) }) };
    await record('statement-imported', ['bank-statement', id], { ...counts, ...facts });
  }
  const sum = (of: 'lines' | 'asked' | 'known') => kept.reduce((total, each) => total + each[of], 0);
  return { ids: filled.map(({ id }) => id), lines: sum('lines'), asked: sum('asked'), known: sum('known') };
}

/** @throws ApiError 422 at the file; 409 choose_columns for a table whose columns a person may choose */
async function parsed<T>(read: () => Promise<T>, after: string): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isDomainError(error, 'invalid_value')) throw error;
    const message = `${error.message} ${after}`;
    throw error.details.choose === 'columns' ? conflict('choose_columns', message) : invalidField(FIELD, message);
  }
}

function mappingOf(text: string | undefined): TableMapping | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return TableMapping.parse(JSON.parse(text));
  } catch {
    throw invalidField('mapping', 'It does not say what the columns are. Nothing was imported.');
  }
}

const documentOf = ({ kind, id, number, amount, isBooked, returns }: Paper) => ({
  ...(returns && { line_id: returns }),
  kind,
  id,
  reference: number,
  is_booked: isBooked,
  amount: minorJson(amount.amount, amount.currency),
});

function resultOf({ verdict, paper }: Match, state: BookedLine['state'] | undefined): LineResult {
  if (state === 'held') return 'in_suspense';
  if (state === 'returned') return 'returned';
  // Booked from the line, though no deposit or payout is: a correction.
  if (state === 'booked' && verdict === 'unknown') return 'booked';
  return verdict === 'matched' ? (paper?.isBooked ? 'booked' : 'to_decide') : verdict;
}

/** A line that may be, or is, one that was imported before: it is decided as that one, not from here. */
function presentDoubt({ line, beside }: Doubt): BankLine {
  const isAsked = line.doubt === 'asked';
  const facts = presentLine({ ...UNMATCHED, line }, undefined);
  return {
    ...facts,
    result: isAsked ? 'asked' : 'known',
    reason: isAsked ? 'It may be a line that was imported before.' : 'It is a line that was imported before.',
    earlier: beside.map((other) => {
      const { id, booked_on, amount, name, iban, text } = presentLine({ ...UNMATCHED, line: other }, undefined);
      return { id, booked_on, amount, name, iban, text, statement_id: other.statementId, format: other.format };
    }),
  };
}
const UNMATCHED = { certainty: null, paper: null, verdict: 'unknown', reason: '' } as const;

function presentLine(match: Match, state: BookedLine['state'] | undefined): BankLine {
  const { line, certainty, reason, paper, candidates = [], all = [] } = match;
  const { id, bookedOn, valueDate, amount, name, iban, reference, text } = line;
  return {
    id,
    booked_on: bookedOn,
    value_date: valueDate,
    amount: minorJson(amount.amount, amount.currency),
    name,
    iban: iban && maskAccount(iban),
    text: maskIbans([reference, text].filter(Boolean).join(' · ')),
    result: resultOf(match, state),
    certainty,
    reason,
    document: paper && documentOf(paper),
    candidates: candidates.slice(0, MAX_CANDIDATES).map(documentOf),
    together: all.length <= MAX_PARTS ? all.filter(({ kind }) => kind === 'deposit').map(documentOf) : [],
    first_approval: null,
    in_suspense: null,
    earlier: [],
  };
}

/** A line with what the ledger has of it. What is left of one that has paid a part waits for another deposit, or for its return. */
function presentBooked(match: Match, booked: BookedLine | undefined): BankLine {
  const { line, reason } = match;
  if (booked?.state !== 'held' || booked.amount === line.amount.amount) return presentLine(match, booked?.state);
  const left = money(booked.amount, booked.currency);
  const rest = { ...UNMATCHED, line, reason: `${reason} ${formatMoney(left)} of it is in suspense.` };
  return { ...presentLine(rest, booked.state), in_suspense: minorJson(left.amount, left.currency) };
}

const todayOf = ({ clock }: Pick<BffDeps, 'clock'>): string => clock().toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Interest may count from a day to come; the books take no such day, so the line says from when it can be decided. */
const withDayAhead = (line: BankLine, today: string): BankLine =>
  line.value_date > today
    ? {
        ...line,
        reason: `${line.reason} Its value date is ${line.value_date}: from then on it can be decided with its own day.`,
      }
    : line;

/** Candidates offered for one line. */
const MAX_CANDIDATES = 5;

/** Matching needs all lines, so the page is cut afterwards. */
function presentLines(
  lines: readonly BankLine[],
  { result, ...asked }: PageAsked & { readonly result?: LineResult | undefined },
  more: Pick<BankLinePage['meta'], 'statement' | 'missing'>,
): BankLinePage {
  const counts = Object.fromEntries(
    LINE_RESULTS.map((each) => [each, lines.filter((line) => line.result === each).length]),
  ) as BankLinePage['meta']['counts'];
  const wanted = lines.filter((line) => result === undefined || line.result === result);
  const { data, meta } = cutPage(wanted, asked);
  return { data, meta: { ...meta, ...more, counts } };
}
