import { adminDiscountPlanRoutes } from '#bff/contract/people/discount-plan.ts';
import { MAX_CATALOGUE_ROWS } from '#bff/contract/shop/bulk-limits.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { conflict, found, invalidField } from '#bff/kit/lib/api-error.ts';
import { isRefusal } from '#bff/kit/lib/is-refusal.ts';
import { brands } from '#bff/shop/brands/brand-store.ts';
import { changes, insertChange, linesToApply, markFar } from '#bff/shop/bulk/change-store.ts';
import { dayOfPlan } from '#bff/shop/bulk/day-of-plan.ts';
import { applyChange, confirmChange, refuseChange, withdrawChange } from '#bff/shop/bulk/decide.ts';
import { digestOf } from '#bff/shop/bulk/line.ts';
import { presentChange } from '#bff/shop/bulk/present.ts';
import { listOfficeProductsOfBrands } from '#bff/shop/products/product-store.ts';
import { findCustomer, listDiscountProposals, listDiscounts } from '#projections/models/customers.ts';
import { carryOutPlan } from './carry-out.ts';
import { toBasisPoints } from './discount.ts';
import { planLines } from './plan-lines.ts';
import { DISCOUNTS, linesForTwo } from './plan-way.ts';

const { checkDiscountPlan } = adminDiscountPlanRoutes;

export const registerAdminDiscountPlans = feature(adminDiscountPlanRoutes, (deps) => {
  const { database } = deps;
  const saved = async (message: string, id: string) => ({
    message,
    data: presentChange(found(await changes.find(database, { id }), 'There is no such change.')),
  });
  /** Sets them now where that is their day. The job goes on with what is not finished. */
  const carriedOut = async (message: string, id: string) => {
    try {
      await carryOutPlan(deps, id);
    } catch (error) {
      if (isRefusal(error)) throw error;
      deps.logger.warn({ err: error, changeId: id }, 'the job goes on with the discounts of a plan');
    }
    const answer = await saved(message, id);
    const { status, applied, counts } = answer.data;
    return status === 'applied' ? { ...answer, message: `${applied} set, ${counts.refused} left as they are` } : answer;
  };
  return {
    checkDiscountPlan: async (call) =>
      saved('The discounts are computed. Nothing is changed yet', await checkPlan(deps, call)),
    applyDiscountPlan: async ({ actor, params, body }) =>
      carriedOut(await applyChange(deps, DISCOUNTS, actor, { ...params, ...body }), params.id),
    confirmDiscountPlan: async ({ actor, params, body }) =>
      carriedOut(await confirmChange(deps, DISCOUNTS, actor, { ...params, ...body }), params.id),
    refuseDiscountPlan: async ({ actor, params }) =>
      saved(await refuseChange(deps, DISCOUNTS, actor, params.id), params.id),
    withdrawDiscountPlan: async ({ actor, params }) =>
      saved(await withdrawChange(deps, DISCOUNTS, actor, params.id), params.id),
  };
});

/** Stores a look, with what of it will take a second administrator; returns its id. @throws ApiError 404, 409, 422 */
async function checkPlan(deps: BffDeps, call: Call<typeof checkDiscountPlan>): Promise<string> {
  const { database, clock } = deps;
  const { user_id: customerId, brand_id: brandId, percentage, day } = call.body;
  const id = call.newId('catalogue-change');
  if (await changes.find(database, { id })) return id;
  const customer = found(await findCustomer(database, customerId), 'There is no such customer.');
  if (customer.status === 'erased')
    throw conflict('invalid_state', 'This customer was erased. Nothing can be planned.');
  const due = dayOfPlan(deps, day);
  const brand = await brands.find(database, { id: brandId });
  if (!brand) throw invalidField('brand_id', 'This brand is not there any more');
  const products = await listOfficeProductsOfBrands(database, [brandId], MAX_CATALOGUE_ROWS + 1);
  if (products.length > MAX_CATALOGUE_ROWS) {
    const most = MAX_CATALOGUE_ROWS.toLocaleString('en-US');
    throw invalidField('brand_id', `${brand.title} has more than ${most} products. Set their discounts in the list.`);
  }
  const lines = planLines(products, {
    brandId,
    basisPoints: toBasisPoints(percentage),
    now: await discountsNow(deps, customerId),
  });
  await database.transaction(async (transaction) => {
    const title = `${brand.title}: ${percentage} %`;
    const createdBy = call.actor.administratorId;
    await insertChange(
      transaction,
      {
        id,
        kind: 'discounts',
        title,
        customerId,
        digest: digestOf(lines),
        fileSha256: null,
        readAs: null,
        ...due,
        createdBy,
        createdAt: clock(),
      },
      lines,
    );
    const change = found(await changes.find(transaction, { id }));
    const far = await linesForTwo(deps, transaction, change, await linesToApply(transaction, id));
    await markFar(transaction, id, far);
  });
  return id;
}

async function discountsNow({ database }: Pick<BffDeps, 'database'>, customerId: string) {
  const [inForce, proposals] = await Promise.all([
    listDiscounts(database, customerId),
    listDiscountProposals(database, customerId),
  ]);
  const proposed = new Map(proposals.map(({ productId, basisPoints }) => [productId, basisPoints]));
  const set = new Map(inForce.map(({ productId, basisPoints }) => [productId, basisPoints]));
  return new Map(
    [...set.keys(), ...proposed.keys()].map((id) => [
      id,
      { basisPoints: set.get(id) ?? 0, proposed: proposed.get(id) ?? null },
    ]),
  );
}
