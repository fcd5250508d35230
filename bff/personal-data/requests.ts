import { z } from 'zod';
import { ErasureCounts, PersonalDataKind, PersonalDataStatus } from '#bff/contract/personal-data.ts';
import type { PageAsked } from '#bff/lib/asked.ts';
import { readPage } from '#bff/lib/read-page.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';

const Row = z.object({
  requestId: z.uuid(),
  customerId: z.uuid(),
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
  kind: PersonalDataKind,
  status: PersonalDataStatus,
  requestedAt: z.date(),
  decidedAt: z.date().nullable(),
  decidedBy: z.uuid().nullable(),
  decidedByName: z.string().nullable(),
  noteSealed: z.string().nullable(),
  toldAt: z.date().nullable(),
  report: ErasureCounts,
  doneAt: z.date().nullable(),
});
export type PersonalDataRow = z.infer<typeof Row>;

const columns = sql.fragment`request.request_id as "requestId", request.customer_id as "customerId",
  account.name as "customerName", account.email as "customerEmail", request.kind, request.status,
  request.requested_at as "requestedAt", request.decided_at as "decidedAt", request.decided_by as "decidedBy",
  decider.name as "decidedByName", request.note_sealed as "noteSealed", request.told_at as "toldAt", request.report,
  request.done_at as "doneAt"`;
const from = sql.fragment`app.personal_data_request request
  left join app.account account using (customer_id)
  left join app.administrator decider on decider.administrator_id = request.decided_by`;

/** The customer's current request: the latest of its kind; null where there is none. */
export function findLatest(
  database: Queryable,
  customerId: string,
  kind: PersonalDataKind,
): Promise<PersonalDataRow | null> {
  return database.maybeOne(sql.type(Row)`
    select ${columns} from ${from}
    where request.customer_id = ${customerId} and request.kind = ${kind}
    order by request.requested_at desc limit 1`);
}

export function findRequest(database: Queryable, requestId: string): Promise<PersonalDataRow | null> {
  return database.maybeOne(sql.type(Row)`select ${columns} from ${from} where request.request_id = ${requestId}`);
}

/** Erasures that an owner confirmed and that are not done, oldest first. */
/** Whether an owner confirmed the erasure of the account. The job may not have come to it yet. */
export const isBeingErased = (database: Queryable, customerId: string): Promise<boolean> =>
  database.exists(sql.void`select from app.personal_data_request
    where customer_id = ${customerId} and kind = 'erasure' and status = 'confirmed'`);

export function listConfirmed(database: Queryable, limit: number): Promise<readonly PersonalDataRow[]> {
  return database.any(sql.type(Row)`
    select ${columns} from ${from} where request.status = 'confirmed' and request.kind = 'erasure'
    order by request.decided_at limit ${limit}`);
}

/** For owners: waiting requests first, then the newest. */
export async function listRequests(
  database: Queryable,
  { status, ...asked }: PageAsked & { readonly status?: PersonalDataStatus | undefined },
) {
  return readPage(database, asked, {
    row: Row,
    columns,
    from: status === undefined ? from : sql.fragment`${from} where request.status = ${status}`,
    order: sql.fragment`request.status = 'requested' desc, request.requested_at desc, request.request_id`,
  });
}

/** False where a request of the kind is open already. */
export async function insertRequest(
  database: Queryable,
  request: { requestId: string; customerId: string; kind: PersonalDataKind; at: Date },
): Promise<boolean> {
  const { rowCount } = await database.query(sql.void`
    insert into app.personal_data_request (request_id, customer_id, kind, requested_at)
    values (${request.requestId}, ${request.customerId}, ${request.kind}, ${request.at.toISOString()}::timestamptz)
    on conflict do nothing`);
  return rowCount > 0;
}

/** Moves a request from one state to the next; false where it is no longer in that state. */
export async function moveRequest(
  database: Queryable,
  requestId: string,
  [before, after]: readonly [PersonalDataStatus, PersonalDataStatus],
  decided: { by: string | null; at: Date; noteSealed: string | null } | null = null,
): Promise<boolean> {
  const decision = decided
    ? sql.fragment`, decided_by = ${decided.by}::uuid, decided_at = ${decided.at.toISOString()}::timestamptz,
        note_sealed = ${decided.noteSealed}`
    : sql.fragment``;
  const { rowCount } = await database.query(sql.void`update app.personal_data_request set status = ${after}${decision}
    where request_id = ${requestId} and status = ${before}`);
  return rowCount > 0;
}

/** Adds to the counts of what an erasure has removed. */
export async function noteCounts(
  database: Queryable,
  requestId: string,
  counts: Partial<ErasureCounts>,
): Promise<void> {
  await database.query(sql.void`update app.personal_data_request set report = report || ${JSON.stringify(counts)}::jsonb
    where request_id = ${requestId}`);
}

export async function noteTold(database: Queryable, requestId: string, at: Date): Promise<void> {
  await database.query(sql.void`update app.personal_data_request set told_at = ${at.toISOString()}::timestamptz
    where request_id = ${requestId}`);
}

export async function finishRequest(database: Queryable, requestId: string, at: Date): Promise<void> {
  await database.query(sql.void`
    update app.personal_data_request set status = 'done', done_at = ${at.toISOString()}::timestamptz
    where request_id = ${requestId} and status = 'confirmed'`);
}

/** When the customer made the request before this one: its mail may still be recent. */
export async function lastAskedAt(
  database: Queryable,
  { requestId, customerId, kind }: Pick<PersonalDataRow, 'requestId' | 'customerId' | 'kind'>,
): Promise<Date | null> {
  const { last } = await database.one(sql.type(z.object({ last: z.date().nullable() }))`
    select max(requested_at) as last from app.personal_data_request
    where customer_id = ${customerId} and kind = ${kind} and request_id <> ${requestId}`);
  return last;
}
