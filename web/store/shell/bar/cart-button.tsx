import { ShoppingCart } from 'lucide-react';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { counted } from '#web/lib/words/counted.ts';
import { useCart } from '#web/store/shared/cart.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { CountBadge } from '#web/ui/text/count-badge.tsx';

const CartPanel = lazily(
  () => import('./cart-panel.tsx'),
  'CartPanel',
  <p className="p-6 text-center text-muted">Loading cart...</p>,
);

export function CartButton() {
  const { data: cart } = useCart();
  const count = cart?.meta.totals.items_count ?? 0;
  return (
    <Popover
      label="Shopping Cart"
      className="w-[min(24rem,calc(100vw-1rem))]"
      trigger={(props) => (
        <span className="relative" onPointerEnter={CartPanel.preload}>
          <IconButton
            {...props}
            label={count > 0 ? `Shopping cart, ${counted(count, 'items')}` : 'Shopping cart'}
            tooltip={false}
            icon={<ShoppingCart className="size-5!" aria-hidden />}
          />
          <CountBadge count={count} />
        </span>
      )}
    >
      {(close) => <CartPanel onNavigate={close} />}
    </Popover>
  );
}
