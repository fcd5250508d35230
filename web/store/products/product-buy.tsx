import { ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Product } from '#bff/contract/catalogue.ts';
import { regionName } from '#bff/contract/regions.ts';
import { formatMinor } from '#core/kernel/decimals.ts';
import { MAX_QUANTITY, MIN_QUANTITY } from '#core/order/limits.ts';
import { useAddToCart } from '#web/lib/add-to-cart.ts';
import { brandLink } from '#web/lib/brands.ts';
import { exceedsStock, type Stock, stockOf } from '#web/lib/stock.ts';
import { useSelectedWallet } from '#web/lib/wallets.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { DetailList } from '#web/ui/detail-list.tsx';
import { Money } from '#web/ui/money.tsx';
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx';
import { StockText } from '#web/ui/stock-text.tsx';

/** Name, price, stock, quantity, into the cart. */
export function ProductBuy({ product }: { product: Product }) {
  const [quantity, setQuantity] = useState(MIN_QUANTITY);
  const { addToCart, isAdding } = useAddToCart();
  const { wallet } = useSelectedWallet();
  const { variant } = product;
  const stock = stockOf(product);
  const name = product.name || 'Product name not available';
  const blocked = stock.kind === 'out' || !variant;
  return (
    <>
      {product.brand_name && (
        <Link href={brandLink(product.brand_name)} className="inline-block rounded-full">
          <Badge tone="accent">{product.brand_name}</Badge>
        </Link>
      )}
      <h1 tabIndex={-1} className="mt-2 text-2xl font-semibold wrap-anywhere">
        {name}
      </h1>
      {product.short_description && (
        <p className="mt-2 max-w-prose text-base text-muted">{product.short_description}</p>
      )}
      <div className="mt-5 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        {variant ? (
          <>
            <Money value={variant.price} className="text-2xl font-semibold" />
            {quantity > 1 && (
              <span className="tabular text-sm text-muted">
                {formatMinor(BigInt(variant.price.amount) * BigInt(quantity), variant.price.currency)} for{' '}
                {quantity.toLocaleString('en-US')}
              </span>
            )}
          </>
        ) : (
          <span className="text-base text-muted">Price not available</span>
        )}
      </div>
      {variant && wallet && wallet.currency !== variant.price.currency && (
        <p className="mt-1 text-sm text-muted">
          Priced in {variant.price.currency}. From your {wallet.currency} wallet it is converted, with a conversion fee;
          your cart shows both before you pay.
        </p>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <QuantityStepper
          value={quantity}
          onChange={setQuantity}
          min={MIN_QUANTITY}
          max={MAX_QUANTITY}
          disabled={blocked}
          label={`Quantity of ${name}`}
          className="h-11!"
        />
        <Button
          variant="primary"
          size="lg"
          icon={<ShoppingCart aria-hidden />}
          className="min-w-44 max-sm:grow"
          busy={isAdding}
          busyText="Adding..."
          disabled={blocked}
          onClick={() => variant && addToCart({ variantId: variant.id, name, quantity })}
        >
          Add to cart
        </Button>
      </div>
      <StockNote stock={stock} quantity={quantity} />
      <DetailList
        className="mt-7 border-t pt-6"
        columns={2}
        details={[
          { label: 'Stock', value: <StockText stock={stock} className="font-medium" /> },
          { label: 'Region', value: regionName(product.region) },
          { label: 'Category', value: product.category_name },
          {
            label: 'Variant ID',
            value: variant && (
              <span className="flex items-center gap-1">
                <code className="truncate font-mono text-xs">{variant.id}</code>
                <CopyButton value={variant.id} label="Copy variant ID" />
              </span>
            ),
          },
        ]}
      />
    </>
  );
}

/** What the stock means for an order of this size. */
function StockNote({ stock, quantity }: { stock: Stock; quantity: number }) {
  if (exceedsStock(stock, quantity)) {
    return (
      <p role="status" className="mt-3 text-sm font-medium text-warn">
        Only {stock.amount.toLocaleString('en-US')} available in stock
      </p>
    );
  }
  if (stock.kind === 'pre-order') {
    return (
      <p className="mt-3 max-w-prose text-sm text-muted">
        You can order it now; the codes are delivered as soon as new stock arrives.
      </p>
    );
  }
  if (stock.kind === 'out') {
    return <p className="mt-3 text-sm text-muted">This product is not coming back into stock.</p>;
  }
  return null;
}
