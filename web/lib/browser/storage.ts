/** The keys of this product in the browser's storage, in one place so that none is used twice. */
export const STORAGE_KEYS = {
  theme: 'giftledger.theme',
  walletId: 'giftledger.wallet-id',
  currency: 'giftledger.currency',
  catalogueView: 'giftledger.catalogue-view',
  hiddenColumns: 'giftledger.hidden-columns',
  customerSignedIn: 'giftledger.customer-signed-in',
  adminSignedIn: 'giftledger.admin-signed-in',
  resendAgainAt: 'giftledger.resend-again-at',
  /** For this tab: the address that waits for its verification, and a visitor's choice of products. */
  unverifiedEmail: 'giftledger.unverified-email',
  choices: 'giftledger.choices',
} as const;

/** Stored permanently for all tabs, or only for this tab. */
type Area = 'localStorage' | 'sessionStorage';

/** Null also where storage is blocked (private windows, strict settings). */
export function readStorage(key: string, area: Area = 'localStorage'): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** True where the browser refuses storage: then a missing key says nothing. */
export function isStorageBlocked(): boolean {
  try {
    window.localStorage.getItem(STORAGE_KEYS.theme);
    return false;
  } catch {
    return true;
  }
}

/** Writes or (with null) removes a key. Where storage is blocked, the choice lasts only as long as this page. */
export function writeStorage(key: string, value: string | null, area: Area = 'localStorage'): void {
  try {
    if (value === null) window[area].removeItem(key);
    else window[area].setItem(key, value);
  } catch {
    // Nothing depends on storage: it only remembers choices.
  }
}
