import type { z } from 'zod';
import type {
  adminCustomerRoutes,
  DiscountAnswer,
  DiscountList,
  UserDiscount,
} from '#bff/contract/people/admin-customer.ts';
import type { DiscountForm } from '#bff/contract/people/customer-form.ts';
import { accountsOf, discountApproverOf } from '#bff/kit/approvals/approver.ts';
import { type Alone, countedAlone, discountsLeft } from '#bff/kit/approvals/decided-alone.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { found } from '#bff/kit/lib/api-error.ts';
import { requireShown } from '#bff/kit/lib/as-shown.ts';
import { PROGRAM_NAME } from '#bff/kit/lib/present.ts';
import type { Queryable } from '#bff/kit/tables/sql.ts';
import { findOfficeProduct } from '#bff/shop/products/product-store.ts';
import { listDiscountProposals, listDiscounts } from '#projections/models/customers.ts';

/** 1 % = 100. The form takes at most two decimals, so this is exact. */
export const toBasisPoints = (percentage: number): number => Math.round(percentage * 100);
export const toPercentage = (basisPoints: number): number => basisPoints / 100;

/** A customer's discounts, with those that wait for a second administrator, and what one may grant alone. */
export async function listUserDiscounts(
  deps: Pick<BffDeps, 'database' | 'rules' | 'clock'>,
  userId: string,
  { administratorId }: Pick<AdministratorActor, 'administratorId'>,
): Promise<DiscountList> {
  const [data, left] = await Promise.all([
    readUserDiscounts(deps, userId),
    discountsLeft(deps, await partiesOfDiscount(deps.database, userId, administratorId)),
  ]);
  const aloneUpTo = left === 0n ? 0 : toPercentage(Number(deps.rules().secondApprovalDiscount));
  return { data, second_approval_above: aloneUpTo, left_alone: Number(left) };
}

/** Discounts are added up for the customer, and for the administrator who raises them, under all of their accounts. */
export const partiesOfDiscount = async (
  database: Queryable,
  customerId: string,
  administratorId: string,
): Promise<readonly string[]> => [
  `customer:${customerId}`,
  ...(await accountsOf(database, administratorId)).map((id) => `administrator:${id}`),
];
/** A product is one thing however often its discount is raised. */
export const discountSubject = (customerId: string, productId: string): string => `discount:${customerId}:${productId}`;

type Raise = {
  readonly requestId: string;
  readonly customerId: string;
  readonly productId: string;
  readonly parties: readonly string[];
};
/** One raise as it is counted. */
export const raiseOf = ({ requestId, customerId, productId, parties }: Raise): Alone => ({
  requestId,
  subject: discountSubject(customerId, productId),
  worth: 1n,
  parties,
});

async function readUserDiscounts({ database }: Pick<BffDeps, 'database'>, userId: string): Promise<UserDiscount[]> {
  const [inForce, proposals] = await Promise.all([
    listDiscounts(database, userId),
    listDiscountProposals(database, userId),
  ]);
  const waiting = new Map(
    proposals.map(({ productId, basisPoints, proposedBy, proposedByName, proposedAt }) => [
      productId,
      {
        by: { id: proposedBy, name: proposedByName ?? PROGRAM_NAME },
        at: proposedAt.toISOString(),
        percentage: toPercentage(basisPoints),
      },
    ]),
  );
  const percentages = new Map(
    inForce.map(({ productId, basisPoints }) => [productId, toPercentage(basisPoints)] as const),
  );
  return [...new Set([...percentages.keys(), ...waiting.keys()])].map(
    (productId): UserDiscount => ({
      user_id: userId,
      product_id: productId,
      percentage: percentages.get(productId) ?? 0,
      proposed: waiting.get(productId) ?? null,
    }),
  );
}

type Shown = Pick<z.output<typeof DiscountForm>, 'user_id' | 'product_id' | 'expect_percentage' | 'expect_proposed'>;

/**
 * Requires that the discount, and the one that waits, are as they were shown. What stands as `by` asks for changes nothing: that is a
 * repetition. @throws ApiError 409
 */
export async function requireDiscountAsShown(
  deps: Pick<BffDeps, 'database'>,
  body: Shown & { readonly percentage?: number },
  by?: string,
): Promise<void> {
  const data = await readUserDiscounts(deps, body.user_id);
  const { percentage, proposed = null } = data.find(({ product_id }) => product_id === body.product_id) ?? {
    percentage: 0,
  };
  const isOwn = proposed?.by.id === by && proposed?.percentage === body.percentage;
  if (isOwn || percentage === body.percentage) return;
  const text = (number: number) => `${number} %`;
  const { expect_percentage: shown, expect_proposed: waiting } = body;
  requireShown('The discount', shown === undefined ? shown : text(shown), text(percentage));
  requireShown(
    'The discount that waits',
    typeof waiting === 'number' ? text(waiting) : waiting,
    proposed && text(proposed.percentage),
  );
}

/**
 * Sets a discount, or removes it with 0; a large one waits for a second administrator.
 * @throws ApiError 404 for a product that does not exist, 403; DomainError as the ledger refuses it
 */
export async function setDiscount(
  deps: Pick<BffDeps, 'database' | 'rules' | 'clock'>,
  call: Call<typeof adminCustomerRoutes.setCustomerDiscount>,
): Promise<DiscountAnswer> {
  const { user_id: customerId, product_id, percentage } = call.body;
  const { id: productId } = found(await findOfficeProduct(deps.database, product_id), 'There is no such product.');
  const basisPoints = toBasisPoints(percentage);
  await requireDiscountAsShown(deps, call.body, call.actor.administratorId);
  const before = (await listDiscounts(deps.database, customerId)).find((each) => each.productId === productId);
  const isRaise = basisPoints > (before?.basisPoints ?? 0);
  const parties = await partiesOfDiscount(deps.database, customerId, call.actor.administratorId);
  const one = raiseOf({ requestId: call.newId('decided-alone'), customerId, productId, parties });
  const isAlone = isRaise && BigInt(basisPoints) <= deps.rules().secondApprovalDiscount;
  await countedAlone(deps, 'discount', isAlone ? one : null, async (left) => {
    const by = await discountApproverOf(call.actor, deps, basisPoints, { takesTwo: left !== undefined });
    return call.execute({ type: 'SetDiscount', customerId, productId, basisPoints, by }, { wait: 'shown' });
  });
  const shown = await readUserDiscounts(deps, customerId);
  const discount = shown.find((each) => each.product_id === productId) ?? null;
  if ((discount?.percentage ?? 0) !== percentage) {
    const message = `Your approval of ${percentage} % is saved. A second administrator has to confirm it before it counts.`;
    return { message, discount };
  }
  const message = percentage === 0 ? 'Discount removed successfully' : 'Discount applied successfully';
  return { message, discount };
}
