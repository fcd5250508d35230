import { z } from 'zod';
import { CatalogueCounts, CHANGE_KINDS, CHANGE_STATUSES, type LINE_VIEWS } from '#bff/contract/shop/admin-catalogue.ts';
import type { PageAsked } from '#bff/kit/lib/asked.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { appTable, newRow } from '#bff/kit/tables/table.ts';
import { every } from '#projections/kernel/sql.ts';
import { Field, LINE_STATES, type Line, Problem } from './line.ts';

const ChangeRow = z.object({
  id: z.uuid(),
  kind: z.enum(CHANGE_KINDS),
  title: z.string(),
  /** Of discounts. */
  customerId: z.uuid().nullable(),
  customerName: z.string().nullable(),
  fileSha256: z.string().nullable(),
  readAs: z.string().nullable(),
  digest: z.string(),
  counts: CatalogueCounts,
  status: z.enum(CHANGE_STATUSES),
  createdBy: z.uuid(),
  createdByName: z.string(),
  createdAt: z.date(),
  dueAt: z.date().nullable(),
  timeZone: z.string().nullable(),
  confirmedBy: z.uuid().nullable(),
  confirmedByName: z.string().nullable(),
  endedAt: z.date().nullable(),
  applied: z.int().nullable(),
});
export type ChangeRow = z.infer<typeof ChangeRow>;

const nameOf = (column: string) =>
  sql.fragment`(select name from app.administrator where administrator_id = ${sql.identifier([column])})`;
export const changes = appTable('catalogue_change', ChangeRow, {
  customerName: sql.fragment`(select name from app.account where account.customer_id = catalogue_change.customer_id)`,
  fileSha256: sql.fragment`file_sha256`,
  createdByName: nameOf('created_by'),
  confirmedByName: nameOf('confirmed_by'),
});

const LineRow = z.object({
  line: z.int(),
  state: z.enum(LINE_STATES),
  subject: z.string(),
  name: z.string(),
  fields: z.array(Field),
  problems: z.array(Problem),
  target: z.unknown(),
  shownAt: z.date().nullable(),
  isFar: z.boolean(),
  refused: z.string().nullable(),
});
export type LineRow = z.infer<typeof LineRow>;
const lines = appTable('catalogue_change_line', LineRow);

const countsOf = (all: readonly Line[]): ChangeRow['counts'] => {
  const count = (state: Line['state']) => all.filter((line) => line.state === state).length;
  return {
    new: count('new'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    wrong: count('wrong'),
    far: 0,
    refused: 0,
  };
};

type NewChange = Pick<
  ChangeRow,
  'id' | 'kind' | 'title' | 'fileSha256' | 'readAs' | 'digest' | 'createdBy' | 'createdAt' | 'dueAt' | 'timeZone'
> &
  Partial<Pick<ChangeRow, 'customerId'>>;

export async function insertChange(transaction: Queryable, change: NewChange, all: readonly Line[]): Promise<void> {
  const { fileSha256, ...columns } = change;
  const row = { ...columns, file_sha256: fileSha256, counts: JSON.stringify(countsOf(all)), status: 'shown' };
  await transaction.query(sql.void`insert into app.catalogue_change ${newRow(row)}`);
  const rows = all.map(({ line, state, subject, name, fields, problems, target, shownAt }) => [
    ...[change.id, line, state, subject, name, JSON.stringify(fields), JSON.stringify(problems)],
    ...[target && JSON.stringify(target), shownAt],
  ]);
  await transaction.query(sql.void`
    insert into app.catalogue_change_line (change_id, line, state, subject, name, fields, problems, target, shown_at)
    select * from ${sql.unnest(rows, ['uuid', 'int4', 'text', 'text', 'text', 'jsonb', 'jsonb', 'jsonb', 'timestamptz'])}`);
}

/** In a transaction: the change, locked until its end. */
export const lockChange = async (transaction: Queryable, id: string): Promise<ChangeRow | null> =>
  (await changes.list(transaction, { id }, sql.fragment`for update`))[0] ?? null;

type Wanted = {
  readonly status: ChangeRow['status'] | undefined;
  readonly customerId: string | undefined;
  readonly kinds: readonly ChangeRow['kind'][];
};

export const setStatus = (
  transaction: Queryable,
  id: string,
  values: Partial<Pick<ChangeRow, 'status' | 'confirmedBy' | 'endedAt' | 'applied'>>,
) => changes.update(transaction, { id }, values);

/** Those that were made or wait. What was only looked at is not in the list. */
export const listChanges = (database: Queryable, asked: PageAsked, { status, customerId, kinds }: Wanted) =>
  changes.page(
    database,
    asked,
    every([
      sql.fragment`kind = any(${sql.array([...kinds], 'text')})`,
      status === undefined ? sql.fragment`status <> 'shown'` : sql.fragment`status = ${status}`,
      ...(customerId === undefined ? [] : [sql.fragment`customer_id = ${customerId}`]),
    ]),
    sql.fragment`created_at desc, id`,
  );

const VIEWS = {
  new: sql.fragment`state = 'new'`,
  changed: sql.fragment`state = 'changed'`,
  unchanged: sql.fragment`state = 'unchanged'`,
  wrong: sql.fragment`state = 'wrong'`,
  far: sql.fragment`is_far`,
  refused: sql.fragment`refused is not null`,
} as const satisfies Record<(typeof LINE_VIEWS)[number], unknown>;

export const listLines = (
  database: Queryable,
  changeId: string,
  asked: PageAsked,
  view: keyof typeof VIEWS | undefined,
) =>
  lines.page(
    database,
    asked,
    sql.fragment`change_id = ${changeId} and ${view === undefined ? sql.fragment`true` : VIEWS[view]}`,
    sql.fragment`line`,
  );

/** The rows that change something. */
export const linesToApply = (database: Queryable, changeId: string): Promise<LineRow[]> =>
  lines.list(
    database,
    sql.fragment`change_id = ${changeId} and state in ('new', 'changed')`,
    sql.fragment`order by line`,
  );

/** Whether each price is far from the last ones. */
export async function markFar(transaction: Queryable, changeId: string, far: readonly number[]): Promise<void> {
  await transaction.query(sql.void`update app.catalogue_change_line
    set is_far = line = any(${sql.array([...far], 'int4')}) where change_id = ${changeId} and state <> 'wrong'`);
  await transaction.query(sql.void`update app.catalogue_change
    set counts = counts || jsonb_build_object('far', ${far.length}::int) where id = ${changeId}`);
}

/** What is left out of a change that is applied, and why. */
export async function markRefused(
  transaction: Queryable,
  changeId: string,
  refused: ReadonlyMap<number, string>,
): Promise<void> {
  if (refused.size === 0) return;
  await transaction.query(sql.void`update app.catalogue_change_line as line set refused = left_out.why
    from ${sql.unnest(
      [...refused].map(([line, why]) => [line, why]),
      ['int4', 'text'],
    )} as left_out (line, why)
    where change_id = ${changeId} and line.line = left_out.line`);
  await transaction.query(sql.void`update app.catalogue_change
    set counts = counts || jsonb_build_object('refused', (select count(*) from app.catalogue_change_line
      where change_id = ${changeId} and refused is not null)) where id = ${changeId}`);
}
