// Free of zod, so that screens may know it without fetching the schemas.

/** The entry of brand lists that stands for every brand; it is no brand itself. */
export const ALL_BRANDS = 'All Brands';

/** Whether a choice of brands or regions stands for no filter: 'all', 'All Brands'. */
export const isEverything = (choice: string): boolean =>
  ['all', ALL_BRANDS.toLowerCase()].includes(choice.trim().toLowerCase());
