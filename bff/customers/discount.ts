import { findOfficeProduct } from '#bff/catalogue/product-store.ts';
import type { DiscountAnswer, SetDiscountBody, UserDiscount } from '#bff/contract/admin-customer.ts';
import type { BffDeps } from '#bff/deps.ts';
import { found } from '#bff/lib/api-error.ts';
import type { CommandResult, LedgerCommand } from '#core/ledger.ts';

/** 1 % = 100: two decimals are the finest that the form takes, so this is exact. */
const toBasisPoints = (percentage: number): number => Math.round(percentage * 100);

export const presentDiscount = (
  userId: string,
  discount: { readonly productId: string; readonly basisPoints: number },
): UserDiscount => ({
  user_id: userId,
  product_id: discount.productId,
  percentage: discount.basisPoints / 100,
});

/** Sets a discount, or removes it with 0. @throws ApiError 404 for a product that does not exist */
export async function setDiscount(
  { database }: Pick<BffDeps, 'database'>,
  call: { execute(command: LedgerCommand): Promise<CommandResult> },
  body: SetDiscountBody,
): Promise<DiscountAnswer> {
  const product = found(await findOfficeProduct(database, body.product_id), 'There is no such product.');
  const basisPoints = toBasisPoints(body.percentage);
  await call.execute({ type: 'SetDiscount', customerId: body.user_id, productId: product.id, basisPoints });
  if (basisPoints === 0) return { message: 'Discount removed successfully', discount: null };
  return {
    message: 'Discount applied successfully',
    discount: presentDiscount(body.user_id, { productId: product.id, basisPoints }),
  };
}
