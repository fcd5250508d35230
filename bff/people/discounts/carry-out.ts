import { v5 } from 'uuid';
import { z } from 'zod';
import { keptTransaction, recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { othersFirst } from '#bff/kit/jobs/each-alone.ts';
import { isRefusal } from '#bff/kit/lib/is-refusal.ts';
import { READ_YOUR_WRITES_TIMEOUT_MS } from '#bff/kit/ports/read-models.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import {
  type ChangeRow,
  changes,
  type LineRow,
  linesToApply,
  lockChange,
  markRefused,
  setStatus,
} from '#bff/shop/bulk/change-store.ts';
import { hasLapsed } from '#bff/shop/bulk/due-changes.ts';
import { appliedFacts, recordStep } from '#bff/shop/bulk/way.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import { targetOf } from './plan-lines.ts';
import { beginPlan, customerOf, DISCOUNTS, dropLines } from './plan-way.ts';

/** Discounts that one command sets. */
const LINES_PER_COMMAND = 100;

type Deps = Pick<BffDeps, 'database' | 'rules' | 'clock' | 'ledger' | 'logger' | 'readModels'>;

/** Begins the plans whose day has come, and goes on with those that were begun; returns how many. */
export async function carryOutDuePlans(deps: Deps): Promise<number> {
  const due = await deps.database.any(sql.type(z.object({ id: z.uuid() }))`
    select id from app.catalogue_change where kind = 'discounts'
      and (status = 'applying' or (status = 'planned' and due_at <= ${deps.clock().toISOString()}::timestamptz))
    order by due_at, created_at, id`);
  await othersFirst(due, async ({ id }) => {
    await keptTransaction(deps, async (transaction, keep) => {
      const change = await lockChange(transaction, id);
      if (change?.status !== 'planned' || (await hasLapsed(deps, transaction, keep, change, DISCOUNTS))) return;
      await beginPlan(deps, transaction, change, await linesToApply(transaction, id));
    });
    await carryOutPlan(deps, id);
  });
  return due.length;
}

/**
 * Sets the discounts of a plan that was begun: each once, however often this is called, and only where the customer’s stream has what
 * was shown. Then it says what was left as it is.
 */
export async function carryOutPlan(deps: Deps, id: string): Promise<void> {
  const change = await changes.find(deps.database, { id });
  if (change?.status !== 'applying') return;
  const lines = (await linesToApply(deps.database, id)).filter(({ refused }) => refused === null);
  const left = new Map<number, string>();
  for (let from = 0; from < lines.length; from += LINES_PER_COMMAND) {
    for (const [line, why] of await setLines(deps, change, lines.slice(from, from + LINES_PER_COMMAND), from)) {
      left.set(line, why);
    }
  }
  await recordedTransaction(deps, actorOf(change), async (transaction, record) => {
    const now = await lockChange(transaction, id);
    if (now?.status !== 'applying') return;
    const isLeft = ({ line }: LineRow) => left.has(line);
    await markRefused(transaction, id, left);
    await dropLines(transaction, change, lines.filter(isLeft));
    const applied = lines.filter((line) => !isLeft(line));
    await setStatus(transaction, id, { status: 'applied', endedAt: deps.clock(), applied: applied.length });
    const facts = appliedFacts(applied, now.counts.refused + left.size);
    await recordStep(record, 'catalogue-changed', change, facts);
  });
}

/** Who decided it last. */
const actorOf = ({ confirmedBy, createdBy }: ChangeRow) =>
  ({ kind: 'administrator', id: confirmedBy ?? createdBy }) as const;

/** Sets some lines with one command, whose id is that of its place in the plan; returns those that stay as they are, and why. */
async function setLines(
  deps: Deps,
  change: ChangeRow,
  lines: readonly LineRow[],
  from: number,
): Promise<ReadonlyMap<number, string>> {
  const { id, createdBy, confirmedBy } = change;
  const rules = deps.rules();
  const discounts = lines.map((line) => {
    const { basisPoints, beforeBasisPoints: shown } = targetOf(line);
    return { productId: line.subject, shown, basisPoints };
  });
  const by = { id: confirmedBy ?? createdBy, aloneUpTo: rules.secondApprovalDiscount };
  const first = confirmedBy === null ? null : createdBy;
  try {
    const { events, position } = await deps.ledger.execute(
      { type: 'SetDiscounts', customerId: customerOf(change), discounts, by, first },
      {
        commandId: v5(`discounts/${from}`, id),
        correlationId: id,
        mayBeRepeated: true,
        actor: actorOf(change),
        settingsVersion: rules.version,
      },
    );
    await deps.readModels.waitForPosition(position, READ_YOUR_WRITES_TIMEOUT_MS);
    const set = new Set(events.flatMap(({ type, data }) => (type === 'CustomerDiscountSet' ? [data.productId] : [])));
    const why = 'The discount was changed, or another one waits, since this was looked at. It stays as it is.';
    return new Map(lines.flatMap(({ line, subject }) => (set.has(subject) ? [] : [[line, why]])));
  } catch (error) {
    // The customer was erased, for example: the job must not stop at this plan for ever.
    if (!isDomainError(error) || !isRefusal(error)) throw error;
    return new Map(lines.map(({ line }) => [line, error.message]));
  }
}
