import { useQuery } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { sessionAtoms } from '#web/lib/api/session-atoms.ts';
import { selectedWalletIdAtom, selectWalletAtom } from './preferences.ts';

export function useWallets() {
  const session = useAtomValue(sessionAtoms.customer);
  return useQuery({
    ...apiQuery('GET /wallets'),
    enabled: session.status === 'signed-in',
    select: (answer) => answer.data,
  });
}

/** The customer's selected wallet: the remembered one, or the first where there is none or it is unknown. */
export function useSelectedWallet() {
  const { data: wallets } = useWallets();
  const selectedId = useAtomValue(selectedWalletIdAtom);
  const selectWallet = useSetAtom(selectWalletAtom);
  const wallet = wallets?.find((candidate) => candidate.id === selectedId) ?? wallets?.[0];
  const mustCorrect = wallet !== undefined && wallet.id !== selectedId;
  useEffect(() => {
    if (mustCorrect && wallet) selectWallet(wallet);
  }, [mustCorrect, wallet, selectWallet]);
  return { wallet, wallets, select: selectWallet };
}
