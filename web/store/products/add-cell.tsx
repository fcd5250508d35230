import type { Product } from '#bff/contract/catalogue.ts';
import { AddToCart, useChoice } from '#web/ui/add-to-cart.tsx';

/** Quantity and Add in a row of the catalogue's table. */
export const AddCell = ({ product }: { product: Product }) => (
  <AddToCart choice={useChoice(product)} size="sm" className="inline-flex flex-col items-end" buttonClass="min-w-22" />
);
