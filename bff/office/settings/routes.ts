import { sellerRoutes } from '#bff/contract/office/admin-settings.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { knownLook, presentLogo } from '#bff/kit/lib/look.ts';
import { knownSeller, storeName } from '#bff/kit/lib/seller.ts';
import { footerOf, sellerParty } from '#bff/papers/invoices/seller.ts';
import { zoneOf } from '#core/aggregates/settings/seller.ts';

export const registerSeller = feature(sellerRoutes, ({ settings }) => ({
  getSeller: async () => {
    const seller = knownSeller(settings);
    if (!seller) return { data: null };
    const look = knownLook(settings);
    const { vatId, registration, supportEmail, links } = seller;
    return {
      data: {
        name: storeName(settings),
        legal: footerOf(sellerParty(seller)),
        vat_id: vatId,
        registration,
        support_email: supportEmail,
        time_zone: zoneOf(seller),
        links,
        accent: look?.accent ?? null,
        logo: presentLogo(look?.logo ?? null),
        logo_on_dark: presentLogo(look?.logoOnDark ?? null),
      },
    };
  },
}));
