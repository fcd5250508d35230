import { z } from 'zod';
import {
  ErasureCounts,
  type PersonalDataKind,
  PersonalDataRequest,
  type PersonalDataStatus,
} from '#bff/contract/people/personal-data.ts';
import type { PageAsked } from '#bff/kit/lib/asked.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { rowsOf, type Values, writesOf } from '#bff/kit/tables/table.ts';

export const requests = rowsOf(
  PersonalDataRequest.omit({ note: true, download_until: true }).extend({
    customer_id: z.uuid(),
    customer_name: z.string().nullable(),
    customer_email: z.string().nullable(),
    decided_by: z.uuid().nullable(),
    decided_by_name: z.string().nullable(),
    note_sealed: z.string().nullable(),
    told_at: z.date().nullable(),
    report: ErasureCounts,
  }),
  sql.fragment`app.personal_data_request request
    left join app.account account using (customer_id)
    left join app.administrator decider on decider.administrator_id = request.decided_by`,
  {
    id: sql.fragment`request_id`,
    customer_name: sql.fragment`account.name`,
    customer_email: sql.fragment`account.email`,
    decided_by_name: sql.fragment`decider.name`,
  },
);
export type PersonalDataRow = z.infer<typeof requests.type>;

const { add, update } = writesOf('personal_data_request');

/** Null where there is no request of the kind. */
export const findLatest = async (
  database: Queryable,
  customerId: string,
  kind: PersonalDataKind,
): Promise<PersonalDataRow | null> => {
  const latest = sql.fragment`order by requested_at desc limit 1`;
  return (await requests.list(database, { customer_id: customerId, kind }, latest))[0] ?? null;
};

export const findRequest = (database: Queryable, requestId: string): Promise<PersonalDataRow | null> =>
  requests.find(database, { request_id: requestId });

/** Erasures that an owner confirmed and that are not done, oldest first. */
export const listConfirmed = (database: Queryable, limit: number): Promise<PersonalDataRow[]> =>
  requests.list(database, { status: 'confirmed', kind: 'erasure' }, sql.fragment`order by decided_at limit ${limit}`);

/** For owners: waiting requests first, then the newest. */
export const listRequests = (
  database: Queryable,
  { status, ...asked }: PageAsked & { readonly status?: PersonalDataStatus | undefined },
) => requests.page(database, asked, { status }, sql.fragment`status = 'requested' desc, requested_at desc, request_id`);

/** False where a request of the kind is open already. */
export const insertRequest = (
  database: Queryable,
  { requestId, customerId, kind, at }: { requestId: string; customerId: string; kind: PersonalDataKind; at: Date },
): Promise<boolean> => add(database, { request_id: requestId, customer_id: customerId, kind, requested_at: at });

/** False where the request is no longer in that state. */
export const moveRequest = async (
  database: Queryable,
  requestId: string,
  [before, after]: readonly [PersonalDataStatus, PersonalDataStatus],
  changes: Values = {},
): Promise<boolean> =>
  (await update(database, { request_id: requestId, status: before }, { ...changes, status: after })) > 0;

/** Adds to the counts of what an erasure has removed. */
export const noteCounts = (database: Queryable, requestId: string, counts: Partial<ErasureCounts>) =>
  update(database, { request_id: requestId }, { report: sql.fragment`report || ${JSON.stringify(counts)}::jsonb` });

export const noteTold = (database: Queryable, requestId: string, at: Date) =>
  update(database, { request_id: requestId }, { told_at: at });

export const finishRequest = (database: Queryable, requestId: string, at: Date) =>
  moveRequest(database, requestId, ['confirmed', 'done'], { done_at: at });

/** When the customer made the request before this one: its mail may still be recent. */
export async function lastAskedAt(
  database: Queryable,
  { requestId, customerId, kind }: { requestId: string; customerId: string; kind: PersonalDataKind },
): Promise<Date | null> {
  const { last } = await database.one(sql.type(z.object({ last: z.date().nullable() }))`
    select max(requested_at) as last from app.personal_data_request
    where customer_id = ${customerId} and kind = ${kind} and request_id <> ${requestId}`);
  return last;
}
