import { z } from 'zod';
import { may } from '#bff/contract/base/roles.ts';
import { AdminRole } from '#bff/contract/identity/admin-auth.ts';
import { type Keeping, keptTransaction, recordingOf } from '#bff/identity/audit/keep-record.ts';
import { ratesToJudgeBy } from '#bff/kit/approvals/approver.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { othersFirst } from '#bff/kit/jobs/each-alone.ts';
import { repeatedJob } from '#bff/kit/jobs/repeated-job.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { pricesOf } from '#bff/shop/products/price-rule.ts';
import type { Rates } from '#core/kernel/money/rates.ts';
import { CATALOGUE, farLines } from './catalogue-way.ts';
import { type ChangeRow, type LineRow, linesToApply, lockChange, markRefused, setStatus } from './change-store.ts';
import { appliedFacts, type ChangeWay, recordStep } from './way.ts';
import { isPriceAsShown, lockProducts, writeLines } from './write-lines.ts';

export const APPLY_DUE_CHANGES = repeatedJob('planned-prices', 30_000);
const ACTOR = { kind: 'system', id: APPLY_DUE_CHANGES.name } as const;

type Deps = Pick<BffDeps, 'database' | 'rules' | 'clock' | 'rates' | 'ledger' | 'logger'>;

/**
 * Applies the planned changes whose day has begun, each in one transaction; returns how many. A price that was changed since it was
 * planned stays as it is, and the row says so: the plan was made for another price.
 */
export async function applyDueChanges(deps: Deps): Promise<number> {
  const due = await deps.database.any(sql.type(z.object({ id: z.uuid(), createdBy: z.uuid() }))`
    select id, created_by as "createdBy" from app.catalogue_change
    where status = 'planned' and kind <> 'discounts' and due_at <= ${deps.clock().toISOString()}::timestamptz order by due_at, created_at, id`);
  await othersFirst(due, async ({ id, createdBy }) =>
    applyDue(deps, id, await ratesToJudgeBy(deps, { administratorId: createdBy })),
  );
  return due.length;
}

async function applyDue(deps: Deps, id: string, rates: readonly Rates[]): Promise<void> {
  await keptTransaction(deps, async (transaction, keep) => {
    const change = await lockChange(transaction, id);
    if (change?.status !== 'planned' || (await hasLapsed(deps, transaction, keep, change, CATALOGUE))) return;
    const { lines, products, refused } = await soundLines(deps, transaction, change, rates);
    await markRefused(transaction, id, refused);
    await writeLines(deps, transaction, change, lines, products);
    await setStatus(transaction, id, { status: 'applied', endedAt: deps.clock(), applied: lines.length });
    await recordStep(recordingIn(keep, change), 'catalogue-changed', change, appliedFacts(lines, refused.size));
  });
}

/** In the stream of who planned it. */
const recordingIn = (keep: Keeping, { createdBy }: ChangeRow) => recordingOf(keep, ACTOR, createdBy);

/** Ends a plan whose administrator, the one who confirmed it or else made it, has lost the permission for that. */
export async function hasLapsed(
  { clock }: Pick<BffDeps, 'clock'>,
  transaction: Queryable,
  keep: Keeping,
  change: ChangeRow,
  { writes, confirms, drop }: Pick<ChangeWay, 'writes' | 'confirms' | 'drop'>,
): Promise<boolean> {
  const [by, permission] = change.confirmedBy === null ? [change.createdBy, writes] : [change.confirmedBy, confirms];
  if (await mayStill(transaction, by, permission)) return false;
  await setStatus(transaction, change.id, { status: 'lapsed', endedAt: clock() });
  await drop(transaction, change);
  await recordStep(recordingIn(keep, change), 'catalogue-change-lapsed', change);
  return true;
}

async function soundLines(deps: Deps, transaction: Queryable, change: ChangeRow, rates: readonly Rates[]) {
  const all = await linesToApply(transaction, change.id);
  const products = await lockProducts(transaction, all);
  const refused = new Map<number, string>();
  for (const line of all) {
    if (!isPriceAsShown(line, products.get(line.subject))) {
      refused.set(line.line, 'The price was changed, or another one waits, since this was planned. It stays as it is.');
    }
  }
  const sound = (): LineRow[] => all.filter(({ line }) => !refused.has(line));
  if (change.confirmedBy === null) {
    const prices = await pricesOf(deps, transaction, [...products.keys()]);
    for (const line of farLines(sound(), prices, rates, deps.rules())) {
      refused.set(
        line,
        'The price is far from the last ones by now, which takes a second administrator. It stays as it is.',
      );
    }
  }
  return { lines: sound(), products, refused };
}

const Administrator = z.object({ roles: z.array(AdminRole) });

const mayStill = async (
  transaction: Queryable,
  administratorId: string,
  permission: ChangeWay['writes'],
): Promise<boolean> => {
  const row = await transaction.maybeOne(sql.type(Administrator)`
    select roles from app.administrator where administrator_id = ${administratorId} and is_active`);
  return row !== null && may(row.roles, permission);
};
