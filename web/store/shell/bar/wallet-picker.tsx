import { ChartLine, ChevronDown, Plus } from 'lucide-react';
import type { Wallet } from '#bff/contract/base/wallet.ts';
import { formatMinor } from '#core/kernel/money/decimals.ts';
import { useSelectedCurrency } from '#web/store/shared/preferences.ts';
import { useSelectedWallet } from '#web/store/shared/wallets.ts';
import { Menu } from '#web/ui/overlays/menu.tsx';

/** The currency picker: the wallet that pays, and its available amount. `credit` is in its menu where the bar has no room. */
export function WalletPicker({ credit }: { credit: string | null }) {
  const { wallet, wallets, select } = useSelectedWallet();
  const currency = useSelectedCurrency();
  const shownCurrency = wallet?.currency ?? currency;
  // Nothing is said of money that is not known: the wallets load, or could not.
  const available = wallets ? (wallet?.available.formatted ?? formatMinor(0n, shownCurrency)) : '—';
  return (
    <Menu
      className="w-64"
      entries={[
        { heading: 'Wallets, with what you can spend' },
        ...(wallets ?? []).map((candidate) => ({
          label: candidate.currency,
          hint: <Spendable wallet={candidate} />,
          checked: candidate.id === wallet?.id,
          onSelect: () => select(candidate),
        })),
        'separator',
        { heading: credit && `Credit limit ${credit}` },
        { label: 'Wallet history', href: '/wallet', icon: <ChartLine aria-hidden /> },
        { label: 'Add Balance', href: '/deposits/new', icon: <Plus aria-hidden /> },
      ]}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          aria-label={`Wallet: ${shownCurrency} ${available} to spend`}
          className="inline-flex h-9 items-center gap-2 rounded-md border border-line-strong bg-surface px-3 text-sm font-medium shadow-xs transition-colors hover:bg-hover"
        >
          <span className="text-muted max-sm:hidden lg:max-xl:hidden">{shownCurrency}</span>
          <span className="tabular">{available}</span>
          <ChevronDown className="size-4 text-muted max-[25rem]:hidden" aria-hidden />
        </button>
      )}
    />
  );
}

/** The available amount, and the balance where held money or credit makes the two differ. */
function Spendable({ wallet: { available, balance } }: { wallet: Wallet }) {
  return (
    <span className="tabular block text-right">
      <span className="block text-sm">{available.formatted}</span>
      {balance.amount !== available.amount && <span className="block">Balance {balance.formatted}</span>}
    </span>
  );
}
