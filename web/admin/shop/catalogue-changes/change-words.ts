import type { CatalogueChange, CatalogueLine } from '#bff/contract/shop/admin-catalogue.ts';
import type { Tone } from '#web/ui/text/badge.tsx';

type State = { readonly tone: Tone; readonly label: string };

export const STATUSES = {
  shown: { tone: 'none', label: 'Not applied' },
  waiting: { tone: 'warn', label: 'Waits for a second administrator' },
  planned: { tone: 'info', label: 'Planned' },
  applying: { tone: 'info', label: 'Being applied' },
  applied: { tone: 'ok', label: 'Applied' },
  refused: { tone: 'bad', label: 'Refused' },
  withdrawn: { tone: 'none', label: 'Withdrawn' },
  lapsed: { tone: 'none', label: 'Ended' },
} as const satisfies Record<CatalogueChange['status'], State>;

export const LINE_STATES = {
  new: { tone: 'info', label: 'New' },
  changed: { tone: 'ok', label: 'Changed' },
  unchanged: { tone: 'none', label: 'Unchanged' },
  wrong: { tone: 'bad', label: 'Wrong' },
} as const satisfies Record<CatalogueLine['state'], State>;

const KINDS = { products: 'Products', brands: 'Brands', prices: 'Prices', discounts: 'Discounts' } as const;
export const kindOf = ({ kind }: Pick<CatalogueChange, 'kind'>): string => KINDS[kind];

const COLUMN_WORDS: Readonly<Record<string, string>> = {
  name: 'Name',
  variant_name: 'Variant',
  brand_name: 'Brand',
  category_name: 'Category',
  short_description: 'Short description',
  out_of_stock_for_good: 'Out of stock for good',
  color: 'Colour',
};
/** 'brand_name' → 'Brand'. */
export const columnWord = (column: string): string =>
  COLUMN_WORDS[column] ?? column.charAt(0).toUpperCase() + column.slice(1).replaceAll('_', ' ');
