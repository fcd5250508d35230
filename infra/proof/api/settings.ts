import { sellerParty } from '#bff/papers/invoices/seller.ts';
import { DEMO_SELLER, demoAccount } from '#infra/seed/settings.ts';

export { DEMO_SELLER, demoAccount };

/** The demonstration's seller, as papers print it. */
export const SELLER = sellerParty(DEMO_SELLER);
