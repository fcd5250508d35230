import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { Wallet } from '#bff/contract/base/wallet.ts';
import type { Cart } from '#bff/contract/shop/cart.ts';
import { formatMinor } from '#core/kernel/money/decimals.ts';
import { useCustomer } from '#web/lib/session/session.ts';
import { useIsCartBusy } from '#web/store/shared/cart.ts';
import { depositHref } from '#web/store/shared/deposit-href.ts';
import { Totals } from '#web/store/shared/totals.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { useCheckout } from './checkout.ts';
import { WalletChoice } from './wallet-choice.tsx';

export function CartSummary({ cart, wallet }: { cart: Cart; wallet: Wallet }) {
  const isBusy = useIsCartBusy();
  const checkout = useCheckout(wallet.id);
  const { totals, validation, may_deliver_in_part, pay_within_hours } = cart.meta;
  const { user } = useCustomer();
  const [ticked, setTicked] = useState<boolean>();
  const takesPart = ticked ?? user?.delivery?.in_part ?? false;
  const missing = BigInt(totals.total.amount) - BigInt(wallet.available.amount);
  return (
    <Card title="Order summary" className="lg:sticky lg:top-24">
      <WalletChoice />
      <Totals sums={totals} isBusy={isBusy} className="mt-5" />
      {missing > 0n && (
        <Alert tone="info" className="mt-4" title={`Your wallet is ${formatMinor(missing, wallet.currency)} short`}>
          You can place the order now. It is paid as soon as{' '}
          <TextLink href={depositHref(wallet.id, missing, wallet.currency)}>your deposit</TextLink> arrives, and
          cancelled after {pay_within_hours} hours otherwise.
        </Alert>
      )}
      {may_deliver_in_part && (
        <Checkbox
          className="mt-5"
          label="Deliver what is in stock now"
          hint="Not all of it is. The rest follows as it arrives; until then you can release it and get back what you paid for it."
          checked={takesPart}
          onChange={(event) => setTicked(event.target.checked)}
        />
      )}
      <Button
        variant="primary"
        size="lg"
        className="mt-5 w-full"
        busy={checkout.isPending}
        busyText="Placing your order..."
        disabled={isBusy || !validation.valid}
        disabledReason={validation.valid ? undefined : 'Some items in your cart need your attention first'}
        onClick={() =>
          checkout.mutateAsync({
            body: {
              wallet_id: wallet.id,
              expect_total: totals.total.decimal,
              expect_lines: cart.data.map(({ variant, quantity, total }) => ({
                variant_id: variant.id,
                quantity,
                total: total.decimal,
              })),
              ...(may_deliver_in_part && { allow_partial: takesPart }),
            },
          })
        }
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
