import type { Seller } from '#core/aggregates/settings/seller.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import type { SettingsReader } from '#core/ledger/settings.ts';

type Deps = Pick<SettingsReader, 'now'>;

/** The seller; undefined where nobody has said who that is, or it cannot be read at the moment: for mails and pages, which do not wait for it. */
export function knownSeller(settings: Deps): Seller | undefined {
  try {
    return settings.now().values.seller;
  } catch (error) {
    if (isDomainError(error, 'unavailable')) return undefined;
    throw error;
  }
}

export function storeName(settings: Deps): string {
  const seller = knownSeller(settings);
  return seller ? (seller.tradeName ?? seller.name) : 'Giftledger';
}
