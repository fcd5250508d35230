import { Lock } from 'lucide-react';
import type { Cart } from '#bff/contract/cart.ts';
import type { Money as MoneyValue } from '#bff/contract/common.ts';
import type { Wallet } from '#bff/contract/wallet.ts';
import { formatMinor } from '#core/kernel/decimals.ts';
import { useIsCartBusy } from '#web/lib/cart.ts';
import { cx } from '#web/lib/cx.ts';
import { isNonZero } from '#web/lib/money.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Money } from '#web/ui/money.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { useCheckout } from './checkout.ts';
import { WalletChoice } from './wallet-choice.tsx';

/** What it costs, from which wallet, and the way to pay. */
export function CartSummary({ cart, wallet }: { cart: Cart; wallet: Wallet }) {
  const isBusy = useIsCartBusy();
  const checkout = useCheckout(wallet.id);
  const { totals, validation } = cart.meta;
  const missing = BigInt(totals.total.amount) - BigInt(wallet.available.amount);
  return (
    <Card title="Order summary" className="lg:sticky lg:top-24">
      <WalletChoice />
      <dl className={cx('mt-5 space-y-2 transition-opacity', isBusy && 'opacity-50')} aria-busy={isBusy}>
        <Line label="Subtotal" value={totals.subtotal} />
        {isNonZero(totals.discount) && <Line label="Discount" value={totals.discount} minus />}
        {isNonZero(totals.conversion_fees) && <Line label="Conversion Fees" value={totals.conversion_fees} />}
        <div className="flex items-baseline justify-between border-t pt-3 text-lg font-semibold">
          <dt>Total</dt>
          <dd>
            <Money value={totals.total} showCurrency />
          </dd>
        </div>
      </dl>
      {missing > 0n && (
        <Alert tone="info" className="mt-4" title={`Your wallet is ${formatMinor(missing, wallet.currency)} short`}>
          You can place the order now. It is paid as soon as <TextLink href="/deposits/new">your deposit</TextLink>{' '}
          arrives, and cancelled after 48 hours otherwise.
        </Alert>
      )}
      <Button
        variant="primary"
        size="lg"
        className="mt-5 w-full"
        busy={checkout.isPending}
        busyText="Placing your order..."
        disabled={isBusy || !validation.valid}
        disabledReason={validation.valid ? undefined : 'Some items in your cart need your attention first'}
        onClick={() => checkout.mutate({ body: { wallet_id: wallet.id } })}
      >
        Proceed to Checkout
      </Button>
      <p className="mt-3 flex items-center justify-center gap-1.5 text-xs text-muted">
        <Lock className="size-3.5" aria-hidden />
        Paid from your wallet. Nothing is charged twice.
      </p>
    </Card>
  );
}

function Line({ label, value, minus = false }: { label: string; value: MoneyValue; minus?: boolean }) {
  return (
    <div className="flex justify-between">
      <dt className="text-muted">{label}</dt>
      <dd className={minus ? 'text-ok' : undefined}>
        {minus && '- '}
        <Money value={value} />
      </dd>
    </div>
  );
}
