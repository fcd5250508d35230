import { ShoppingCart, X } from 'lucide-react';
import type { CartItem, CartTotals } from '#bff/contract/cart.ts';
import type { Money as MoneyValue } from '#bff/contract/common.ts';
import { useBrandLook } from '#web/lib/brands.ts';
import { useCart, useCartActions } from '#web/lib/cart.ts';
import { isNonZero } from '#web/lib/money.ts';
import { useSelectedWallet } from '#web/lib/wallets.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { LinePrice } from '#web/ui/line-price.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Money } from '#web/ui/money.tsx';
import { ProductImage } from '#web/ui/product-image.tsx';
import { Select } from '#web/ui/select.tsx';

/** A look into the cart from anywhere. */
export function CartPanel({ onNavigate }: { onNavigate: () => void }) {
  const query = useCart();
  const cart = query.data;
  const { wallet, wallets, select } = useSelectedWallet();
  const items = cart?.data ?? [];
  return (
    <div>
      <div className="flex items-center justify-between gap-4 border-b px-4 py-3">
        <h2 className="text-base font-semibold">Shopping Cart</h2>
        {wallets && wallets.length > 1 && (
          <Select
            aria-label="Wallet"
            className="w-36"
            value={wallet?.id ?? ''}
            options={wallets.map((each) => ({ value: each.id, label: `${each.currency} wallet` }))}
            onChange={(event) => {
              const chosen = wallets.find((each) => each.id === event.target.value);
              if (chosen) select(chosen);
            }}
          />
        )}
      </div>
      {query.isPending && <p className="p-6 text-center text-muted">Loading cart...</p>}
      {query.error && !cart && <LoadError of={query} failed="Failed to load your cart. Please try again." />}
      {cart && items.length === 0 && <EmptyState title="Your cart is empty" icon={<ShoppingCart aria-hidden />} />}
      {cart && items.length > 0 && (
        <>
          <ul className="max-h-75 divide-y overflow-y-auto" aria-label="Items">
            {items.map((item) => (
              <CartLine key={item.id} item={item} />
            ))}
          </ul>
          <Totals totals={cart.meta.totals} />
          <div className="px-4 pb-4">
            <LinkButton href="/cart" variant="primary" className="w-full" onClick={onNavigate}>
              View Cart
            </LinkButton>
          </div>
        </>
      )}
    </div>
  );
}

function CartLine({ item }: { item: CartItem }) {
  const lookOf = useBrandLook();
  const { remove } = useCartActions();
  const { product } = item.variant;
  const busy = remove.isPending && remove.variables === item.id;
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <ProductImage
        image={product.images[0]?.SmallUrl}
        brand={product.brand_name}
        {...lookOf(product.brand_name)}
        region={product.region}
        className="w-16 shrink-0"
        plain
      />
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{product.name}</p>
        <Badge className="mt-1">× {item.quantity}</Badge>
      </div>
      <div className="text-right">
        <LinePrice total={item.total} discount={item.discount} fee={item.conversion_fee} />
      </div>
      <IconButton
        label={`Remove ${product.name}`}
        tooltip={false}
        size="sm"
        busy={busy}
        icon={<X aria-hidden />}
        onClick={() => remove.mutate(item.id)}
      />
    </li>
  );
}

function Totals({ totals }: { totals: CartTotals }) {
  const lines: readonly { label: string; value: MoneyValue; minus?: boolean }[] = [
    { label: 'Subtotal', value: totals.subtotal },
    ...(isNonZero(totals.discount) ? [{ label: 'Discount', value: totals.discount, minus: true }] : []),
    ...(isNonZero(totals.conversion_fees) ? [{ label: 'Conversion Fees', value: totals.conversion_fees }] : []),
  ];
  return (
    <dl className="space-y-1.5 border-t px-4 py-4">
      {lines.map((line) => (
        <div key={line.label} className="flex justify-between text-muted">
          <dt>{line.label}</dt>
          <dd className={line.minus ? 'text-ok' : undefined}>
            {line.minus && '- '}
            <Money value={line.value} />
          </dd>
        </div>
      ))}
      <div className="flex justify-between text-base font-semibold">
        <dt>Total</dt>
        <dd>
          <Money value={totals.total} />
        </dd>
      </div>
    </dl>
  );
}
