import { mailOwners } from '#bff/identity/administrators/mail-owners.ts';
import { ratesToJudgeBy } from '#bff/kit/approvals/approver.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Queryable } from '#bff/kit/tables/sql.ts';
import { catalogueProposedMail } from '#bff/papers/mails/notice-mails.ts';
import { requireOwnProduct } from '#bff/shop/products/example-product.ts';
import { farFrom, pricesOf } from '#bff/shop/products/price-rule.ts';
import type { OfficeProduct } from '#bff/shop/products/product-store.ts';
import { money } from '#core/kernel/money/money.ts';
import type { Rates } from '#core/kernel/money/rates.ts';
import { type ChangeRow, type LineRow, linesToApply, markFar, setStatus } from './change-store.ts';
import { PriceTarget, ProductTarget } from './line.ts';
import { appliedFacts, type ChangeWay, recordStep } from './way.ts';
import { lockProducts, requireAsShown, writeLines } from './write-lines.ts';

/** What was looked at before examples were refused is applied after it. @throws ApiError 409 */
function requireOwnProducts(deps: BffDeps, lines: readonly LineRow[]): void {
  for (const { target } of lines) {
    const product = ProductTarget.parse(target);
    if (product.isActive) requireOwnProduct(deps, product, `${product.name} is one. Nothing of the file was applied.`);
  }
}

const NONE: ReadonlyMap<string, OfficeProduct> = new Map();

/** Those lines whose new price is far from the last ones: they take a second administrator. */
export function farLines(
  lines: readonly LineRow[],
  prices: Awaited<ReturnType<typeof pricesOf>>,
  rates: readonly Rates[],
  rules: ReturnType<BffDeps['rules']>,
): number[] {
  return lines.flatMap(({ line, subject, target }) => {
    const wanted = ProductTarget.or(PriceTarget).parse(target);
    const known = prices.get(subject) ?? [];
    const price = money(BigInt(wanted.priceMinor), wanted.currency);
    const [current] = known;
    const isSame = current?.amount === price.amount && current.currency === price.currency;
    return !isSame && farFrom(known, price, rates, rules) ? [line] : [];
  });
}

/** Marks the rows whose prices are far from the last ones, and returns them. */
export async function judge(
  deps: Pick<BffDeps, 'clock' | 'rules'>,
  transaction: Queryable,
  { id, kind }: Pick<ChangeRow, 'id' | 'kind'>,
  lines: readonly LineRow[],
  rates: readonly Rates[],
): Promise<readonly number[]> {
  if (kind === 'brands') return [];
  const prices = await pricesOf(
    deps,
    transaction,
    lines.map(({ subject }) => subject),
  );
  const far = farLines(lines, prices, rates, deps.rules());
  await markFar(transaction, id, far);
  return far;
}

/** Files of products and brands, and prices by a percentage: in one transaction, which locks them. */
export const CATALOGUE: ChangeWay<{ readonly products: ReadonlyMap<string, OfficeProduct> }> = {
  has: (kind) => kind !== 'discounts',
  noun: 'Prices',
  writes: 'catalogue:write',
  confirms: 'prices:confirm',
  why: 'because of prices far from the last ones',
  async prepare(deps, actor) {
    const rates = await ratesToJudgeBy(deps, actor);
    return {
      async hold(transaction, change) {
        const lines = await linesToApply(transaction, change.id);
        const products = change.kind === 'brands' ? NONE : await lockProducts(transaction, lines);
        await requireAsShown(transaction, change, lines, products);
        if (change.kind === 'products') requireOwnProducts(deps, lines);
        return { lines, products };
      },
      judge: (transaction, change, { lines }) => judge(deps, transaction, change, lines, rates),
      async carryOut(transaction, record, change, { lines, products }) {
        await writeLines(deps, transaction, change, lines, products);
        await setStatus(transaction, change.id, { status: 'applied', endedAt: deps.clock(), applied: lines.length });
        await recordStep(record, 'catalogue-changed', change, appliedFacts(lines, 0));
        return `Applied: ${change.counts.new} new, ${change.counts.changed} changed`;
      },
    };
  },
  async announce(deps, actor, { id, title }, far) {
    const url = `${deps.config.publicUrl}/admin/catalogue-changes/${id}`;
    const mail = catalogueProposedMail({ title, far: String(far), by: actor.name, url });
    await mailOwners(deps, 'price-change', { step: `catalogue-${id}`, mail, about: id });
  },
  drop: async () => undefined,
};
