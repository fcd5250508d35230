import { ShoppingCart, X } from 'lucide-react';
import type { CartItem } from '#bff/contract/shop/cart.ts';
import { useBrandLook } from '#web/shared/catalogue/brands.ts';
import { ProductImage } from '#web/shared/catalogue/product-image.tsx';
import { LinePrice } from '#web/shared/orders/line-price.tsx';
import { useCart, useCartActions } from '#web/store/shared/cart.ts';
import { Totals } from '#web/store/shared/totals.tsx';
import { useSelectedWallet } from '#web/store/shared/wallets.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Select } from '#web/ui/form/controls/select.tsx';
import { Badge } from '#web/ui/text/badge.tsx';

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
            onChange={(id) => {
              const chosen = wallets.find((each) => each.id === id);
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
          <Totals sums={cart.meta.totals} className="border-t p-4" />
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
        sizes="4rem"
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
