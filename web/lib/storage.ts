/** Keys this product keeps in the browser's local storage, in one place so that none is used twice. */
export const STORAGE_KEYS = {
  theme: 'giftledger.theme',
  walletId: 'giftledger.wallet-id',
  currency: 'giftledger.currency',
  catalogueView: 'giftledger.catalogue-view',
  hiddenColumns: 'giftledger.hidden-columns',
  customerSignedIn: 'giftledger.customer-signed-in',
  adminSignedIn: 'giftledger.admin-signed-in',
  verificationSentAt: 'giftledger.verification-sent-at',
} as const;

/** Reads a key; null also where storage is blocked (private windows, strict settings). */
export function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes or (with null) removes a key. Where storage is blocked the choice lasts for this page only. */
export function writeStorage(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing depends on storage: it only remembers choices.
  }
}
