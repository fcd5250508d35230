import { DiscountTarget, type Line } from '#bff/shop/bulk/line.ts';
import type { OfficeProduct } from '#bff/shop/products/product-store.ts';
import { toPercentage } from './discount.ts';

type Now = { readonly basisPoints: number; readonly proposed: number | null };
const NONE: Now = { basisPoints: 0, proposed: null };

const text = (basisPoints: number): string => `${toPercentage(basisPoints)} %`;

type Plan = { readonly brandId: number; readonly basisPoints: number; readonly now: ReadonlyMap<string, Now> };

/** What one percentage on the products of a brand makes of each discount. */
export const planLines = (products: readonly OfficeProduct[], { brandId, basisPoints, now }: Plan): readonly Line[] =>
  products.map(({ id, name, variantName }, index): Line => {
    const { basisPoints: before, proposed } = now.get(id) ?? NONE;
    const shown = {
      line: index + 1,
      subject: id,
      shownAt: null,
      name: variantName === null ? name : `${name}, ${variantName}`,
    };
    if (proposed !== null) {
      const message = `A discount of ${text(proposed)} waits for a second administrator. Decide that one first.`;
      return { ...shown, state: 'wrong', fields: [], problems: [{ column: null, message }], target: null };
    }
    const target: DiscountTarget = { basisPoints, beforeBasisPoints: before, brandId };
    if (before === basisPoints) return { ...shown, state: 'unchanged', fields: [], problems: [], target };
    const fields = [{ name: 'discount', before: text(before), after: text(basisPoints) }];
    return { ...shown, state: 'changed', fields, problems: [], target };
  });

export const isRaise = ({ basisPoints, beforeBasisPoints }: DiscountTarget): boolean => basisPoints > beforeBasisPoints;

export const targetOf = ({ target }: { readonly target: unknown }): DiscountTarget => DiscountTarget.parse(target);
