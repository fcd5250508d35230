// Without zod, so that screens have these without loading the schemas.

export const MAX_CATALOGUE_CSV_BYTES = 5 * 1024 * 1024;
/** Rows of one file, and products of one change of prices. */
export const MAX_CATALOGUE_ROWS = 5_000;

/** The columns of each file, in their order; those of the first list are needed for a new row. */
export const CATALOGUE_COLUMNS = {
  products: {
    needed: ['name', 'variant_name', 'brand_name', 'category_name', 'region', 'currency', 'price'],
    others: ['id', 'short_description', 'description', 'status', 'out_of_stock_for_good', 'new_brand'],
  },
  brands: { needed: ['title'], others: ['id', 'description', 'website', 'color', 'glyph'] },
} as const;

export const ON_SALE = 'on sale';
export const NOT_ON_SALE = 'not on sale';
