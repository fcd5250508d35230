import { z } from 'zod';
import { countAlone, takeOffAlone, tooManyAlone } from '#bff/kit/approvals/decided-alone.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { requireStepUp } from '#bff/kit/http/authorize.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import {
  type ChangeRow,
  type LineRow,
  linesToApply,
  markFar,
  markRefused,
  setStatus,
} from '#bff/shop/bulk/change-store.ts';
import type { ChangeWay } from '#bff/shop/bulk/way.ts';
import { discountSubject, partiesOfDiscount, raiseOf } from './discount.ts';
import { isRaise, targetOf } from './plan-lines.ts';

type Deps = Pick<BffDeps, 'rules' | 'clock'>;

/** Whose discounts: the table has a customer for each plan. */
export function customerOf({ customerId }: Pick<ChangeRow, 'customerId'>): string {
  if (customerId === null) throw new Error('A plan of discounts has a customer.');
  return customerId;
}

const raisesOf = (lines: readonly LineRow[]) => lines.filter((line) => isRaise(targetOf(line)));

async function aloneOf(transaction: Queryable, change: ChangeRow, lines: readonly LineRow[]) {
  const customerId = customerOf(change);
  const parties = await partiesOfDiscount(transaction, customerId, change.createdBy);
  return raisesOf(lines).map(({ subject: productId }) =>
    raiseOf({ requestId: change.id, customerId, productId, parties }),
  );
}

/** Those lines that take a second administrator: raises above what one may grant, or all of them where they are too many. */
export async function linesForTwo(
  deps: Deps,
  transaction: Queryable,
  change: ChangeRow,
  lines: readonly LineRow[],
): Promise<readonly number[]> {
  const raises = raisesOf(lines);
  const large = raises.filter((line) => BigInt(targetOf(line).basisPoints) > deps.rules().secondApprovalDiscount);
  if (large.length > 0) return large.map(({ line }) => line);
  const left = await tooManyAlone(deps, transaction, 'discount', await aloneOf(transaction, change, lines));
  return left === undefined ? [] : raises.map(({ line }) => line);
}

/** Takes off what was counted for lines that are not set. */
export const dropLines = (transaction: Queryable, change: ChangeRow, lines: readonly LineRow[]) =>
  takeOffAlone(
    transaction,
    change.id,
    lines.map(({ subject }) => discountSubject(customerOf(change), subject)),
  );

/**
 * Begins to set the discounts, in a transaction. What is not of the brand any more, and what takes two by now without a second
 * administrator, is left as it is. From here on the lines are fixed: {@link carryOutPlan} sets them, also after a crash.
 */
export async function beginPlan(deps: Deps, transaction: Queryable, change: ChangeRow, lines: readonly LineRow[]) {
  const sold = await productsOf(transaction, lines);
  const refused = new Map<number, string>();
  for (const { line, subject } of lines) {
    if (!sold.has(subject)) {
      refused.set(line, 'The product is archived, or of another brand, since this was looked at. It stays as it is.');
    }
  }
  const sound = lines.filter(({ line }) => !refused.has(line));
  if (change.confirmedBy === null) {
    for (const line of await linesForTwo(deps, transaction, change, sound)) {
      refused.set(line, 'By now this takes a second administrator. The discount stays as it is.');
    }
  }
  await markRefused(transaction, change.id, refused);
  await dropLines(
    transaction,
    change,
    lines.filter(({ line }) => refused.has(line)),
  );
  await setStatus(transaction, change.id, { status: 'applying' });
}

/** Those of the lines' products that are of the brand and not archived. */
async function productsOf(transaction: Queryable, lines: readonly LineRow[]): Promise<ReadonlySet<string>> {
  const wanted = lines.map((line) => [line.subject, targetOf(line).brandId]);
  const rows = await transaction.any(sql.type(z.object({ id: z.uuid() }))`
    select product.id from app.product join ${sql.unnest(wanted, ['uuid', 'int4'])} as wanted (id, brand_id)
      on wanted.id = product.id and wanted.brand_id = product.brand_id where product.active`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Discounts of a customer by brand. A plan that one administrator decides is counted at once, until the days of the policy after its own
 * day: many plans, and discounts by hand beside them, count together.
 */
export const DISCOUNTS: ChangeWay = {
  has: (kind) => kind === 'discounts',
  noun: 'Discounts',
  writes: 'customers:decide',
  confirms: 'customers:decide',
  why: 'because of how large or how many these discounts are',
  prepare: async (deps, actor) => ({
    hold: async (transaction, change) => ({ lines: await linesToApply(transaction, change.id) }),
    async judge(transaction, change, { lines }) {
      const large = await linesForTwo(deps, transaction, change, lines);
      // Counted under a lock, so of two plans at once one is too many.
      const counted = large.length === 0 ? await aloneOf(transaction, change, lines) : [];
      const isTooMany =
        (await countAlone(deps, transaction, 'discount', counted, change.dueAt ?? undefined)) !== undefined;
      const far = isTooMany ? raisesOf(lines).map(({ line }) => line) : large;
      if (far.length > 0) requireStepUp(actor);
      await markFar(transaction, change.id, far);
      return far;
    },
    async carryOut(transaction, _, change, { lines }) {
      await beginPlan(deps, transaction, change, lines);
      return 'The discounts are being set. This goes on by itself';
    },
  }),
  // The bell of those who may confirm it rings, as for a discount by hand.
  announce: async () => undefined,
  drop: async (transaction, { id }) => void (await takeOffAlone(transaction, id)),
};
