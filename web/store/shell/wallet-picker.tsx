import { ChartLine, ChevronDown, Plus } from 'lucide-react';
import { formatMinor } from '#core/kernel/decimals.ts';
import { useSelectedCurrency } from '#web/lib/preferences.ts';
import { useSelectedWallet } from '#web/lib/wallets.ts';
import { Menu } from '#web/ui/menu.tsx';

/** The currency picker: which wallet pays, and what is in it. */
export function WalletPicker() {
  const { wallet, wallets, select } = useSelectedWallet();
  const currency = useSelectedCurrency();
  const shownCurrency = wallet?.currency ?? currency;
  return (
    <Menu
      className="w-60"
      entries={[
        { heading: 'Wallets' },
        ...(wallets ?? []).map((candidate) => ({
          label: candidate.currency,
          hint: <span className="tabular text-sm">{candidate.balance.formatted}</span>,
          checked: candidate.id === wallet?.id,
          onSelect: () => select(candidate),
        })),
        'separator',
        { label: 'Wallet history', href: '/wallet', icon: <ChartLine aria-hidden /> },
        { label: 'Add Balance', href: '/deposits/new', icon: <Plus aria-hidden /> },
      ]}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          aria-label={`Wallet: ${shownCurrency} ${wallet?.balance.formatted ?? ''}`}
          className="inline-flex h-9 items-center gap-2 rounded-md border border-line-strong bg-surface px-3 text-sm font-medium shadow-xs transition-colors hover:bg-hover"
        >
          <span className="text-muted max-sm:hidden">{shownCurrency}</span>
          <span className="tabular">{wallet?.balance.formatted ?? formatMinor(0n, shownCurrency)}</span>
          <ChevronDown className="size-4 text-muted" aria-hidden />
        </button>
      )}
    />
  );
}
