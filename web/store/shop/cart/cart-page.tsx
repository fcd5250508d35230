import { ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import type { Wallet } from '#bff/contract/base/wallet.ts';
import type { Cart } from '#bff/contract/shop/cart.ts';
import { counted } from '#web/lib/words/counted.ts';
import { useBrandLook } from '#web/shared/catalogue/brands.ts';
import { useCart, useCartActions } from '#web/store/shared/cart.ts';
import { useSelectedWallet } from '#web/store/shared/wallets.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { CartLine } from './cart-line.tsx';
import { CartNotices } from './cart-notices.tsx';
import { CartSummary } from './cart-summary.tsx';
import { WalletChoice } from './wallet-choice.tsx';

const LAYOUT = 'grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]';

export function CartPage() {
  const query = useCart();
  const { data: cart, error } = query;
  const { wallet, wallets } = useSelectedWallet();
  const [asking, setAsking] = useState(false);
  const { clear } = useCartActions();
  const count = cart?.data.length ?? 0;
  return (
    <>
      <PageHeader
        title="Shopping Cart"
        description={cart && count > 0 ? counted(cart.meta.totals.items_count, 'items') : undefined}
        actions={
          count > 0 && (
            <Button variant="ghost" busy={clear.isPending} onClick={() => setAsking(true)}>
              Clear cart
            </Button>
          )
        }
      />
      {error && !cart ? (
        <Card>
          <LoadError of={query} failed="There was an error loading your cart. Please try again later." />
        </Card>
      ) : !cart || !wallet ? (
        wallets?.length === 0 ? (
          <Card>
            <EmptyState title="No wallet selected" message="Your account has no wallet yet. Please contact support." />
          </Card>
        ) : (
          <CartSkeleton />
        )
      ) : count === 0 ? (
        <EmptyCart cart={cart} />
      ) : (
        <FullCart cart={cart} wallet={wallet} />
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Clear cart"
        message="All items of this wallet’s cart are removed. Nothing was ordered yet."
        confirmLabel="Clear cart"
        onConfirm={() => clear.mutateAsync()}
      />
    </>
  );
}

function FullCart({ cart, wallet }: { cart: Cart; wallet: Wallet }) {
  const lookOf = useBrandLook();
  const { validation } = cart.meta;
  return (
    <>
      <CartNotices validation={validation} />
      <div className={LAYOUT}>
        <Card padded={false}>
          <ul aria-label="Items" className="divide-y">
            {cart.data.map((item) => (
              <CartLine
                key={item.id}
                item={item}
                look={lookOf(item.variant.product.brand_name)}
                problem={validation.invalid_items.find((issue) => issue.id === item.id)?.message}
              />
            ))}
          </ul>
        </Card>
        <CartSummary cart={cart} wallet={wallet} />
      </div>
    </>
  );
}

function EmptyCart({ cart }: { cart: Cart }) {
  const { wallets } = useSelectedWallet();
  return (
    <>
      <CartNotices validation={cart.meta.validation} />
      <Card>
        <EmptyState
          icon={<ShoppingCart aria-hidden />}
          title="Your cart is empty"
          message="Each wallet has a cart of its own. Add gift cards from the catalogue, or look into the other one."
          action={
            <LinkButton href="/products" variant="primary">
              Browse products
            </LinkButton>
          }
        />
        {wallets && wallets.length > 1 && (
          <div className="mx-auto max-w-64 pb-8">
            <WalletChoice />
          </div>
        )}
      </Card>
    </>
  );
}

function CartSkeleton() {
  return (
    <Loading label="Loading your cart..." isLabelShown className={LAYOUT}>
      <Card padded={false}>
        {Array.from({ length: 3 }, (_, index) => (
          <div key={String(index)} className="flex gap-4 border-b px-5 py-5 last:border-b-0">
            <Skeleton className="aspect-[320/202] w-28 rounded-md" />
            <div className="grow">
              <Skeleton className="h-5 w-48" />
              <Skeleton className="mt-2 h-5 w-28" />
              <Skeleton className="mt-4 h-8 w-28" />
            </div>
            <Skeleton className="h-5 w-16" />
          </div>
        ))}
      </Card>
      <Card>
        <Skeleton className="h-16 w-full" />
        <Skeleton className="mt-5 h-5 w-full" />
        <Skeleton className="mt-3 h-7 w-full" />
        <Skeleton className="mt-5 h-11 w-full" />
      </Card>
    </Loading>
  );
}
