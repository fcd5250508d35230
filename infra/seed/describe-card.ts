import { type RegionId, regionName } from '#bff/contract/base/regions.ts';
import type { SeedBrand } from './catalogue.ts';

/** The text on the description page of a card; HTML, sanitised again when it is shown. */
export function describeCard(brand: SeedBrand, value: string, region: RegionId): { short: string; html: string } {
  const where = placeOf(region);
  return {
    short: `${brand.title} ${value} for accounts in ${where}. Delivered as a code at once.`,
    html: [
      `<p>${brand.description}</p>`,
      '<h3>How to redeem</h3>',
      `<ol><li>Sign in to your account at <strong>${new URL(brand.website).hostname}</strong>.</li>`,
      '<li>Open the page where gift cards are redeemed.</li><li>Enter the code and confirm.</li></ol>',
      '<h3>Good to know</h3>',
      `<ul><li>Works for accounts registered in ${where}.</li><li>A code is used once and cannot be exchanged for cash.</li>`,
      '<li>Codes are sold as they are delivered: once revealed, a code cannot be returned.</li></ul>',
    ].join(''),
  };
}

/** The region's name in a sentence: 'in the United States', 'in any country'. */
const placeOf = (region: RegionId): string =>
  region === 'global' ? 'any country' : regionName(region).replace(/^(?=United|European|Netherlands)/, 'the ');
