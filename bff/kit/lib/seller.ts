import { UNNAMED_STORE } from '#bff/contract/base/unnamed-store.ts';
import { isDemonstration, type SettingsValues } from '#core/aggregates/settings/sections.ts';
import type { Seller } from '#core/aggregates/settings/seller.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import type { SettingsReader } from '#core/ledger/settings.ts';

type Deps = Pick<SettingsReader, 'now'>;

/** What the settings say; nothing where they cannot be read at the moment: for mails and pages, which do not wait for them. */
export function knownValues(settings: Deps): SettingsValues {
  try {
    return settings.now().values;
  } catch (error) {
    if (isDomainError(error, 'unavailable')) return {};
    throw error;
  }
}

/** The seller; undefined where nobody has said who that is, or it cannot be read at the moment. */
export const knownSeller = (settings: Deps): Seller | undefined => knownValues(settings).seller;

/** Of the settings; -1 where they cannot be read at the moment. */
export function knownVersion(settings: Deps): number {
  try {
    return settings.now().version;
  } catch (error) {
    if (isDomainError(error, 'unavailable')) return -1;
    throw error;
  }
}

export const isKnownDemonstration = (settings: Deps): boolean => isDemonstration(knownValues(settings));

export function storeName(settings: Deps): string {
  const seller = knownSeller(settings);
  return seller ? (seller.tradeName ?? seller.name) : UNNAMED_STORE;
}
