import { atom, useAtomValue } from 'jotai';
import { BASE_CURRENCY, type Currency, isCurrency } from '#core/kernel/money/currencies.ts';
import { readStorage, STORAGE_KEYS, writeStorage } from '#web/lib/browser/storage.ts';

/** An atom in local storage under a key, in step with other tabs and other parts of this page. */
const remembered = (key: string) => {
  const base = atom<string | null>(readStorage(key));
  base.onMount = (set) => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === key) set(event.newValue);
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  };
  return atom(
    (get) => get(base),
    (get, set, value: string | null) => {
      const oldValue = get(base);
      if (oldValue === value) return;
      set(base, value);
      writeStorage(key, value);
      // The browser sends this event only to other tabs; this sends it to the parts of this page.
      dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue: value }));
    },
  );
};

export const selectedWalletIdAtom = remembered(STORAGE_KEYS.walletId);
const storedCurrencyAtom = remembered(STORAGE_KEYS.currency);

const selectedCurrencyAtom = atom((get): Currency => {
  const stored = get(storedCurrencyAtom);
  return isCurrency(stored) ? stored : BASE_CURRENCY;
});

/** Chooses a wallet: its id and currency always change together. */
export const selectWalletAtom = atom(null, (_get, set, wallet: { id: string; currency: Currency } | null) => {
  set(selectedWalletIdAtom, wallet?.id ?? null);
  if (wallet) set(storedCurrencyAtom, wallet.currency);
});

export const useSelectedCurrency = (): Currency => useAtomValue(selectedCurrencyAtom);
