import { z } from 'zod';
import { dataOf, Money, PageMeta, PageQuery, pageOf, Timestamp, Uuid, UuidParams } from './common.ts';
import { defineRoutes } from './route.ts';
import { MAX_STATEMENT_BYTES } from './upload-rules.ts';

const BankStatement = z
  .object({
    id: Uuid,
    format: z.string(),
    /** The bank's; '' where it gave none. */
    number: z.string(),
    /** Ours, at the bank; '' where the file does not say. */
    account: z.string(),
    first_day: z.iso.date(),
    last_day: z.iso.date(),
    lines: z.int(),
    imported_at: Timestamp,
    imported_by: z.string(),
  })
  .meta({ id: 'BankStatement' });
export type BankStatement = z.infer<typeof BankStatement>;

/** What became of a line: it is booked, a deposit or payout waits for it, or somebody has to look. */
export const LINE_RESULTS = ['booked', 'to_decide', 'amount_differs', 'doubled', 'unknown'] as const;
export type LineResult = (typeof LINE_RESULTS)[number];

const BankDocument = z.object({
  kind: z.enum(['deposit', 'withdrawal']),
  id: Uuid,
  reference: z.string(),
  amount: Money,
});

const BankLine = z
  .object({
    id: z.string(),
    booked_on: z.iso.date(),
    value_date: z.iso.date(),
    /** Below zero where money left. */
    amount: Money,
    name: z.string(),
    iban: z.string(),
    text: z.string(),
    result: z.enum(LINE_RESULTS),
    certainty: z.enum(['sure', 'likely', 'possible']).nullable(),
    /** Why, in words. */
    reason: z.string(),
    document: BankDocument.nullable(),
  })
  .meta({ id: 'BankLine' });
export type BankLine = z.infer<typeof BankLine>;

const BankLineQuery = PageQuery.extend({ result: z.enum(LINE_RESULTS).optional() });

const BankLinePage = z.object({
  data: z.array(BankLine),
  meta: PageMeta.extend({
    statement: BankStatement,
    /** Of all lines, whatever the filter. */
    counts: z.object({
      booked: z.int(),
      to_decide: z.int(),
      amount_differs: z.int(),
      doubled: z.int(),
      unknown: z.int(),
    } satisfies Record<LineResult, z.ZodType>),
    /** Booked by us within its days, without a line. */
    missing: z.array(BankDocument.extend({ day: z.iso.date() })),
  }),
});
export type BankLinePage = z.infer<typeof BankLinePage>;

const BankImportAnswer = z.object({ message: z.string(), data: z.array(BankStatement) });

const route = { auth: 'administrator', permission: 'bank:read', tag: 'Admin: bank' } as const;

export const adminBankRoutes = defineRoutes({
  list: {
    ...route,
    operation: 'listBankStatements',
    method: 'GET',
    path: '/api/admin/bank-statements',
    query: PageQuery,
    response: pageOf(BankStatement),
    summary: 'Statements of the bank, the newest import first.',
  },
  show: {
    ...route,
    operation: 'getBankStatement',
    method: 'GET',
    path: '/api/admin/bank-statements/:id',
    params: UuidParams,
    response: dataOf(BankStatement),
    summary: 'One statement.',
  },
  lines: {
    ...route,
    operation: 'listBankLines',
    method: 'GET',
    path: '/api/admin/bank-statements/:id/lines',
    params: UuidParams,
    query: BankLineQuery,
    response: BankLinePage,
    summary: 'Its lines, each with the deposit or payout that it is, and what is missing.',
  },
  import: {
    ...route,
    permission: 'bank:import',
    operation: 'importBankStatements',
    method: 'POST',
    path: '/api/admin/bank-statements',
    multipart: { files: ['statement'], max_file_bytes: MAX_STATEMENT_BYTES, max_files: 1 },
    response: BankImportAnswer,
    status: 201,
    summary: 'Import camt.053, MT940 or CSV; lines that are known change nothing.',
  },
});
