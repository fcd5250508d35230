import { Link } from 'wouter';
import { regionName } from '#bff/contract/base/regions.ts';
import type { Product } from '#bff/contract/shop/catalogue.ts';
import { formatMinor } from '#core/kernel/money/decimals.ts';
import { brandLink } from '#web/shared/catalogue/brands.ts';
import { useSelectedWallet } from '#web/store/shared/wallets.ts';
import { AddToCart, useChoice } from '#web/store/shop/shared/add-to-cart.tsx';
import type { Stock } from '#web/store/shop/shared/stock.ts';
import { StockText } from '#web/store/shop/shared/stock-text.tsx';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { DetailList } from '#web/ui/page/detail-list.tsx';
import { Badge } from '#web/ui/text/badge.tsx';
import { Money } from '#web/ui/text/money.tsx';

export function ProductBuy({ product }: { product: Product }) {
  const choice = useChoice(product);
  const { name, stock, quantity } = choice;
  const { wallet } = useSelectedWallet();
  const { variant } = product;
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
      <AddToCart
        choice={choice}
        size="lg"
        text="Add to cart"
        noteEnd=" in stock"
        className="mt-5"
        buttonClass="min-w-44 max-sm:grow"
      />
      <StockNote stock={stock} />
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

function StockNote({ stock }: { stock: Stock }) {
  const text = {
    'pre-order': 'You can order it now; the codes are delivered as soon as new stock arrives.',
    out: 'This product is not coming back into stock.',
    few: null,
    plenty: null,
  }[stock.kind];
  return text && <p className="mt-3 max-w-prose text-sm text-muted">{text}</p>;
}
