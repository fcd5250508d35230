import type { OfficeProduct } from './product-store.ts';
import type { ProductData } from './product-writes.ts';

/** The changed fields, by their names for people, for the audit trail: "price, name". */
export function changedFields(before: OfficeProduct, after: ProductData, brandTitle: string): string {
  const changes: Record<string, boolean> = {
    name: before.name !== after.name,
    variant: before.variantName !== after.variantName,
    price: before.priceMinor !== after.priceMinor || before.currency !== after.currency,
    'short description': before.shortDescription !== after.shortDescription,
    description: before.description !== after.description,
    category: before.category !== after.category,
    brand: before.brandTitle?.toLowerCase() !== brandTitle.toLowerCase(),
    region: before.region !== after.region,
    'out of stock for good': before.isPermanentOutOfStock !== after.isPermanentOutOfStock,
  };
  const names = Object.entries(changes).flatMap(([name, isChanged]) => (isChanged ? [name] : []));
  return names.length === 0 ? 'nothing' : names.join(', ');
}
