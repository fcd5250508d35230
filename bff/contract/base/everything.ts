// Without zod, so that screens have it without loading the schemas.

/** The entry of brand lists that means every brand; it is not a brand itself. */
export const ALL_BRANDS = 'All Brands';

/** Whether a choice of brands or regions means no filter: 'all', 'All Brands'. */
export const isEverything = (choice: string): boolean =>
  ['all', ALL_BRANDS.toLowerCase()].includes(choice.trim().toLowerCase());
