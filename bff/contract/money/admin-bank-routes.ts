import { z } from 'zod';
import {
  Approval,
  Currency,
  DateOnly,
  dataOf,
  Money,
  named,
  PageMeta,
  PageQuery,
  PayoutFile,
  pageOf,
  SearchTerm,
  Timestamp,
  Uuid,
} from '#bff/contract/base/common.ts';
import { lineField } from '#bff/contract/base/form-fields.ts';
import { LINE_RESULTS, type LineResult } from '#bff/contract/base/office-lists.ts';
import { oneFile, routesFor } from '#bff/contract/base/route.ts';
import { MAX_STATEMENT_BYTES } from '#bff/contract/base/upload-rules.ts';
import { OPEN_KINDS } from '#core/finance/bank/open-kinds.ts';
import { TableMapping } from '#core/finance/bank/statements/table-mapping.ts';
import { AnswerLinesForm, AssignLineForm, LineValueDateForm, SplitLineForm } from './bank-line-form.ts';

export const BankStatement = named('BankStatement', {
  id: Uuid,
  format: z.string(),
  /** The bank's number of the statement; '' where it has none. */
  number: z.string(),
  /** Our account at the bank; '' where the file does not name one. */
  account: z.string(),
  /** Whether the account is among those that payouts leave from or deposits are sent to, as configured now. */
  is_own_account: z.boolean(),
  first_day: z.iso.date(),
  last_day: z.iso.date(),
  /** Lines that were kept: those that were new, and those that are asked about. */
  lines: z.int(),
  /** Lines of its file that had been imported before. */
  known: z.int(),
  /** Lines that may have been imported before: nobody has said yet. */
  asked: z.int(),
  /** What the bank had booked before and after; null where its file does not say, so that nothing proves that the lines are all. */
  opening: Money.nullable(),
  closing: Money.nullable(),
  /** What is missing between it and the statement before: an amount, or statements by their numbers. */
  gap: z.object({ missing: Money.nullable(), numbers: z.string().nullable() }).nullable(),
  /** What of its file was not taken. */
  notes: z.array(z.string()),
  imported_at: Timestamp,
  imported_by: z.string(),
});
export type BankStatement = z.infer<typeof BankStatement>;

/** States of a line in suspense: still held, taken out for a deposit, or sent back. */
const LINE_STATES = ['held', 'booked', 'returned'] as const;

const BankDocument = named('BankDocument', {
  /** `suspense`: a return to the sender. */
  kind: z.enum(['deposit', 'withdrawal', 'suspense', 'correction']),
  id: Uuid,
  reference: z.string(),
  amount: Money,
  is_booked: z.boolean(),
  /** For a return, the line in suspense that goes back. */
  line_id: z.string().optional(),
});

/** What one line pays together. */
const together = {
  /** The deposits that it pays together, or may pay: they add up to it. */
  together: z.array(BankDocument),
  /** The first administrator who approved that, while a second one is asked. */
  first_approval: Approval.nullable(),
};

const EarlierLine = z.object({
  id: z.string(),
  statement_id: Uuid,
  format: z.string(),
  booked_on: z.iso.date(),
  amount: Money,
  name: z.string(),
  iban: z.string(),
  text: z.string(),
});

const BankLine = named('BankLine', {
  id: z.string(),
  booked_on: z.iso.date(),
  value_date: z.iso.date(),
  /** Negative where money left. */
  amount: Money,
  name: z.string(),
  iban: z.string(),
  text: z.string(),
  result: z.enum(LINE_RESULTS),
  certainty: z.enum(['sure', 'likely', 'possible']).nullable(),
  reason: z.string(),
  document: BankDocument.nullable(),
  /** The documents that fit equally well, where there are several. */
  candidates: z.array(BankDocument),
  ...together,
  /** What is left in suspense of a line of which a part was credited; null for any other. */
  in_suspense: Money.nullable(),
  /** The lines that it may be, where that is asked, or is. */
  earlier: z.array(EarlierLine),
});
export type BankLine = z.infer<typeof BankLine>;

const BankLineQuery = PageQuery.extend({ result: z.enum(LINE_RESULTS).optional() });

const BankLinePage = z.object({
  data: z.array(BankLine),
  meta: PageMeta.extend({
    statement: BankStatement,
    /** Counts of all lines, whatever the filter. */
    counts: z.object({
      booked: z.int(),
      to_decide: z.int(),
      amount_differs: z.int(),
      duplicate: z.int(),
      unknown: z.int(),
      in_suspense: z.int(),
      returned: z.int(),
      asked: z.int(),
      known: z.int(),
    } satisfies Record<LineResult, z.ZodType>),
    /** Documents that we booked in these days and that have no line. */
    missing: z.array(BankDocument.extend({ day: z.iso.date() })),
  }),
});
export type BankLinePage = z.infer<typeof BankLinePage>;

/** A received line whose sender is unknown, or was. */
export const SuspendedLine = named('SuspendedLine', {
  id: z.string(),
  /** The id of the line's own stream in the ledger. */
  suspense_id: Uuid,
  state: z.enum(LINE_STATES),
  amount: Money,
  name: z.string(),
  iban: z.string(),
  text: z.string(),
  /** The bank's value date; in the books the line counts from `held_on`. */
  value_date: z.iso.date(),
  held_on: z.iso.date(),
  held_at: Timestamp,
  held_by: z.string(),
  released_at: Timestamp.nullable(),
  statement_id: Uuid,
  /** The file that returns it to its sender, unless the file was withdrawn. */
  payout_file: PayoutFile.nullable(),
  document: BankDocument.nullable(),
  /** Another line pays its deposit, too: this one can be taken back. */
  is_second: z.boolean(),
  ...together,
});
export type SuspendedLine = z.infer<typeof SuspendedLine>;

const SuspenseQuery = PageQuery.extend({ state: z.enum(LINE_STATES).default('held') });

const SuspensePage = z.object({
  data: z.array(SuspendedLine),
  meta: PageMeta.extend({
    /** Sums of everything in suspense, whatever the filter. */
    held: z.array(z.object({ lines: z.int(), sum: Money, oldest: Timestamp })),
  }),
});
export type SuspensePage = z.infer<typeof SuspensePage>;

/** What makes the bank's balance another than that of the books. */
const OpenItem = z.object({
  day: z.iso.date(),
  /** What it adds to the bank's balance less that of the books. */
  amount: Money,
  /** The number of its document, or a word. */
  reference: z.string().nullable(),
  statement_id: Uuid.nullable(),
  document: z.object({ kind: z.enum(['deposit', 'withdrawal', 'suspense', 'correction']), id: Uuid }).nullable(),
});

const CurrencyReconciliation = named('CurrencyReconciliation', {
  currency: Currency,
  accounts: z.array(
    z.object({
      /** '' where the files name none. */
      account: z.string(),
      is_own: z.boolean(),
      /** Null where no statement with balances begins by that day. */
      balance: Money.nullable(),
      until: z.iso.date().nullable(),
    }),
  ),
  /** By day of booking; null where no account has a balance. */
  bank: Money.nullable(),
  /** By value date. */
  books: Money,
  /** The bank's balance less that of the books. */
  difference: Money.nullable(),
  groups: z.array(
    z.object({
      kind: z.enum(OPEN_KINDS),
      title: z.string(),
      count: z.int(),
      sum: Money,
      /** The newest of them. */
      items: z.array(OpenItem),
    }),
  ),
  /** What is left of the difference after the items. */
  unexplained: Money.nullable(),
  /** Owed to senders who are not known. It is in both balances. */
  suspense: Money,
});
export type CurrencyReconciliation = z.infer<typeof CurrencyReconciliation>;

const ReconciliationAnswer = dataOf(
  z.object({
    at: z.iso.date(),
    currencies: z.array(CurrencyReconciliation),
    /** What somebody who closes the books on that day must know, a sentence each. */
    open_points: z.array(z.string()),
  }),
);
export type ReconciliationAnswer = z.infer<typeof ReconciliationAnswer>;

/** Characters of a mapping as JSON. */
const MAX_MAPPING = 50_000;

const LineParams = z.object({ id: lineField() });
const LineSaved = z.object({ message: z.string() });

const BankImportAnswer = z.object({ message: z.string(), data: z.array(BankStatement) });

/** A table whose columns are chosen: how it begins, and what is understood of it. */
const BankTable = named('BankTable', {
  rows: z.array(z.array(z.string())),
  mapping: TableMapping,
  understood: z
    .object({
      lines: z.int(),
      first_day: z.iso.date().nullable(),
      last_day: z.iso.date().nullable(),
      accounts: z.array(z.string()),
      sums: z.array(z.object({ money_in: Money, money_out: Money })),
      notes: z.array(z.string()),
    })
    .nullable(),
  /** Why it cannot be read so; null where it can. */
  problem: z.string().nullable(),
});
export type BankTable = z.infer<typeof BankTable>;

const FoundLine = z.object({
  id: lineField(),
  statement_id: Uuid,
  booked_on: z.iso.date(),
  amount: Money,
  bank_reference: z.string(),
});

const route = routesFor({ auth: 'administrator', permission: 'bank:read', tag: 'Admin: bank' });

export const adminBankRoutes = {
  listBankStatements: route.get(
    '/admin/bank-statements',
    'Statements of the bank, the newest import first.',
    pageOf(BankStatement),
    { query: PageQuery },
  ),
  getBankStatement: route.get('/admin/bank-statements/:id', 'One statement.', dataOf(BankStatement)),
  listBankLines: route.get(
    '/admin/bank-statements/:id/lines',
    'Its lines, each with the deposit or payout that it is, and what is missing.',
    BankLinePage,
    { query: BankLineQuery },
  ),
  findBankLines: route.get(
    '/admin/bank-lines',
    "Lines of all statements by their amount, in or out, or by the bank's reference; the newest first.",
    z.object({ data: z.array(FoundLine) }),
    { query: z.object({ search: SearchTerm.min(1) }) },
  ),
  importBankStatements: route.post(
    '/admin/bank-statements',
    'Import camt.053, MT940 or CSV, or a zip of them. Lines that are known change nothing; a strange account, a gap or a day to come is confirmed.',
    BankImportAnswer,
    {
      permission: 'bank:import',
      multipart: {
        ...oneFile('statement', MAX_STATEMENT_BYTES),
        fields: z.object({
          confirmed: z.enum(['true', 'false']).optional(),
          mapping: z.string().max(MAX_MAPPING).optional(),
        }),
      },
      status: 201,
    },
  ),
  describeBankTable: route.post(
    '/admin/bank-tables',
    'How a table begins and what is understood of it with the columns that were chosen (JSON). Nothing is kept.',
    dataOf(BankTable),
    {
      permission: 'bank:import',
      multipart: {
        ...oneFile('statement', MAX_STATEMENT_BYTES),
        fields: z.object({ mapping: z.string().max(MAX_MAPPING).optional() }),
      },
    },
  ),
  answerBankLines: route.post(
    '/admin/bank-statements/:id/answer',
    'Say of lines that may have been imported before whether they are the same or others.',
    LineSaved,
    { permission: 'bank:import', body: AnswerLinesForm },
  ),
  getBankReconciliation: route.get(
    '/admin/ledger/reconciliation',
    'The balances of the bank beside those of the books at the end of a day, and what explains their difference.',
    ReconciliationAnswer,
    { query: z.object({ at: DateOnly.optional() }) },
  ),
  listSuspense: route.get('/admin/bank-suspense', 'Money received from nobody known, the oldest first.', SuspensePage, {
    query: SuspenseQuery,
  }),
  revealBankLine: route.post(
    '/admin/bank-lines/:id/reveal',
    'The account and the words of a line in full; each look is recorded.',
    dataOf(z.object({ name: z.string(), iban: z.string(), text: z.string() })),
    { permission: 'bank-details:reveal', params: LineParams },
  ),
  holdBankLine: route.post(
    '/admin/bank-lines/:id/hold',
    'Book a line of money received into suspense: it belongs to nobody known.',
    LineSaved,
    {
      expects: { nothing: 'a line of the bank does not change' },
      permission: 'bank:suspense',
      params: LineParams,
      body: LineValueDateForm,
    },
  ),
  assignBankLine: route.post(
    '/admin/bank-lines/:id/assign',
    'Take a line out of suspense whose deposit was approved without it.',
    LineSaved,
    {
      expects: { nothing: 'a line of the bank does not change; it has to have the amount of the deposit' },
      permission: 'bank:suspense',
      params: LineParams,
      body: AssignLineForm,
    },
  ),
  takeBackBankLine: route.post(
    '/admin/bank-lines/:id/take-back',
    'Put a line into suspense again that was assigned to a deposit although another line pays it.',
    LineSaved,
    {
      expects: {
        nothing: 'the line has to be assigned to the deposit that is named, and another line has to pay that',
      },
      permission: 'bank:suspense',
      params: LineParams,
      body: AssignLineForm,
    },
  ),
  splitBankLine: route.post(
    '/admin/bank-lines/:id/split',
    'Approve several deposits that one line pays together, in one decision; their wallets are credited.',
    LineSaved,
    {
      expects: ['deposits', 'expect_fee_percent'],
      permission: 'deposits:decide',
      params: LineParams,
      body: SplitLineForm,
    },
  ),
  rejectBankLineSplit: route.post(
    '/admin/bank-lines/:id/split/reject',
    'Take back a first approval of several deposits from one line. The line stays in suspense.',
    LineSaved,
    { expects: { nothing: 'it moves nothing' }, permission: 'deposits:decide', params: LineParams },
  ),
  returnBankLine: route.post('/admin/bank-lines/:id/return', 'Money in suspense went back to its sender.', LineSaved, {
    expects: { nothing: 'a line of the bank does not change' },
    permission: 'bank:return',
    step_up: true,
    params: LineParams,
    body: LineValueDateForm,
  }),
};
