import { sellerRoutes } from '#bff/contract/office/admin-settings.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { footerOf, sellerParty } from '#bff/papers/invoices/seller.ts';
import type { Seller } from '#core/aggregates/settings/sections.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import type { SettingsReader } from '#core/ledger/settings.ts';

export const registerSeller = feature(sellerRoutes, ({ settings }) => ({
  getSeller: async () => {
    const seller = sellerOf(settings);
    if (!seller) return { data: null };
    const { name, tradeName, vatId, registration, supportEmail, links } = seller;
    return {
      data: {
        ...{ name: tradeName ?? name, legal: footerOf(sellerParty(seller)), vat_id: vatId, registration },
        ...{ support_email: supportEmail, links },
      },
    };
  },
}));

/** No page waits for the foot of it. */
function sellerOf(settings: Pick<SettingsReader, 'now'>): Seller | undefined {
  try {
    return settings.now().values.seller;
  } catch (error) {
    if (isDomainError(error, 'unavailable')) return undefined;
    throw error;
  }
}
