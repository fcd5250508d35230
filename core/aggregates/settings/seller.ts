import { z } from 'zod';
import { MAX_ADDRESS_LINES, MAX_SELLER_LINKS, SELLER_MONEY } from './limits.ts';
import { Line } from './line.ts';

/** Who runs the store, as papers, mails and the store's own pages name them. */
const Seller = z.strictObject({
  /** Of the company, as it is registered. */
  name: Line,
  /** The store's own name, where it has another one. */
  tradeName: Line.nullable(),
  address: z.array(Line).min(1).max(MAX_ADDRESS_LINES),
  /** ISO 3166 alpha-2: where the seller pays VAT. */
  country: z.string().regex(/^[A-Z]{2}$/),
  vatId: Line.nullable(),
  /** The number in the register of companies. */
  registration: Line.nullable(),
  /** The address that papers print. */
  email: Line,
  /** Where customers ask for help. */
  supportEmail: Line.nullable(),
  mailFrom: Line.nullable(),
  /** Its days begin there, such as Europe/Berlin (IANA). Left out: UTC. */
  timeZone: Line.optional(),
  links: z.array(z.strictObject({ label: Line, url: z.string().min(1).max(500) })).max(MAX_SELLER_LINKS),
});
export type Seller = z.infer<typeof Seller>;

/** The zone in which the days of the seller and its bank begin. Papers and the ledger count days of UTC. */
export const zoneOf = (seller: Pick<Seller, 'timeZone'> | undefined): string => seller?.timeZone ?? 'UTC';

export const sellerSection = {
  title: 'Seller',
  needsAll: true as const,
  value: Seller,
  standard: null,
  // The first seller replaces none only in a first run: papers and mails of a store of before there were settings had one.
  isMoney: (before: Seller | null, after: Seller) =>
    before === null || SELLER_MONEY.some((field) => before[field] !== after[field]),
};
