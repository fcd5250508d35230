import { joinCommaList } from '#bff/contract/base/comma-list.ts';
import { MAX_PAGE_SIZE } from '#bff/contract/base/common.ts';
import type { AdminProduct } from '#bff/contract/shop/admin-product.ts';
import { api } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/call/api-error.ts';
import { counted } from '#web/lib/words/counted.ts';

/** Products of a brand, archived ones too. Each is a call, and a server counts the calls of a minute. */
const MAX_BRAND_PRODUCTS = 500;

type Now = {
  readonly id: string;
  readonly name: string;
  readonly variant: string | null;
  /** In percent: in force, and what waits for a second administrator. */
  readonly percentage: number;
  readonly proposed: number | null;
};
export type PlannedDiscount = Now & {
  /** `same`: it has the percentage already; `waits`: another one waits for a second administrator. Both are left out. */
  readonly plan: 'set' | 'same' | 'waits';
  /** Of its call and all repetitions. */
  readonly idempotencyKey: string;
};
export type BrandPlan = {
  readonly brand: string;
  readonly percentage: number;
  readonly products: readonly PlannedDiscount[];
  /** At most so many wait for a second administrator, and why. Without one: null. */
  readonly second: { readonly count: number; readonly why: string } | null;
};

/** What setting the percentage for the products of a brand that are not archived does, as it is now. @throws ApiError */
export async function readBrandPlan(userId: string, brand: string, percentage: number): Promise<BrandPlan> {
  const [products, discounts] = await Promise.all([
    readProducts(brand),
    api('GET /admin/users/:id/discounts', { params: { id: userId } }),
  ]);
  const byProduct = new Map(discounts.data.map((discount) => [discount.product_id, discount]));
  const planned = products.map(({ id, name, variant }) => {
    const now = byProduct.get(id);
    return plannedOf(
      {
        ...{ id, name, variant: variant?.name ?? null },
        ...{ percentage: now?.percentage ?? 0, proposed: now?.proposed?.percentage ?? null },
      },
      percentage,
    );
  });
  return { brand, percentage, products: planned, second: secondOf(planned, percentage, discounts) };
}

function plannedOf(now: Now, percentage: number): PlannedDiscount {
  const plan = now.proposed !== null ? 'waits' : now.percentage === percentage ? 'same' : 'set';
  return { ...now, plan, idempotencyKey: crypto.randomUUID() };
}

type Alone = { second_approval_above: number; left_alone: number };

/** A lower discount takes no second person. A product that was raised lately counts once, so these may be fewer. */
function secondOf(
  planned: readonly PlannedDiscount[],
  percentage: number,
  { second_approval_above: aloneUpTo, left_alone: left }: Alone,
): BrandPlan['second'] {
  const raises = planned.filter((each) => each.plan === 'set' && each.percentage < percentage).length;
  if (left > 0 && percentage > aloneUpTo && raises > 0) {
    return { count: raises, why: `More than ${aloneUpTo} % needs one.` };
  }
  if (raises <= left) return null;
  const rest = left === 0 ? 'You may raise no more discounts' : `You may raise ${counted(left, 'more discounts')}`;
  return { count: raises - left, why: `${rest} alone in these days.` };
}

async function readProducts(brand: string): Promise<readonly AdminProduct[]> {
  const query = { brand_name: joinCommaList([brand]), per_page: MAX_PAGE_SIZE };
  const found = new Map<string, AdminProduct>();
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { data, meta } = await api('GET /admin/products', { query: { ...query, page } });
    if (meta.total > MAX_BRAND_PRODUCTS) {
      const has = `${brand} has ${counted(meta.total, 'products')}; at most ${MAX_BRAND_PRODUCTS} are set at once.`;
      throw new ApiError(422, { message: `${has} Set them in the list.` });
    }
    for (const product of data) found.set(product.id, product);
    last = meta.last_page;
  }
  return [...found.values()].filter(({ is_archived }) => !is_archived);
}
