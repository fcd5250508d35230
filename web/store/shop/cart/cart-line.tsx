import { Trash2 } from 'lucide-react';
import { Link } from 'wouter';
import { regionCode, regionName } from '#bff/contract/base/regions.ts';
import type { CartItem } from '#bff/contract/shop/cart.ts';
import { MAX_CART_SCREEN_QUANTITY } from '#core/aggregates/order/limits.ts';
import { cx } from '#web/lib/words/cx.ts';
import type { BrandLook } from '#web/shared/catalogue/card-art.ts';
import { ProductImage } from '#web/shared/catalogue/product-image.tsx';
import { LinePrice } from '#web/shared/orders/line-price.tsx';
import { useCartActions } from '#web/store/shared/cart.ts';
import { QuantityStepper } from '#web/store/shop/shared/quantity-stepper.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Badge } from '#web/ui/text/badge.tsx';
import { Money } from '#web/ui/text/money.tsx';

type CartLineProps = { item: CartItem; look: BrandLook; problem: string | undefined };

/** A new quantity shows at once; its prices follow with the server's answer. */
export function CartLine({ item, look, problem }: CartLineProps) {
  const { update, remove } = useCartActions();
  const { product } = item.variant;
  const quantity = update.isPending ? update.variables.quantity : item.quantity;
  const link = `/products/${product.id}`;
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)_auto] gap-x-4 gap-y-3 px-5 py-5 sm:grid-cols-[7rem_minmax(0,1fr)_auto]">
      <Link href={link} tabIndex={-1} aria-hidden="true">
        <ProductImage
          plain
          image={product.images[0]?.MediumUrl}
          sizes="7rem"
          brand={product.brand_name}
          {...look}
          className="shadow-xs"
        />
      </Link>
      <div className="min-w-0">
        <Link href={link} className="rounded-sm font-medium wrap-anywhere hover:text-accent-ink">
          {product.name}
        </Link>
        <p className="mt-1.5 flex flex-wrap gap-1.5">
          {product.brand_name && <Badge>{product.brand_name}</Badge>}
          <Badge>
            <span title={regionName(product.region)}>{regionCode(product.region)}</span>
          </Badge>
        </p>
        {item.quantity > 1 && (
          <p className="tabular mt-1.5 text-sm text-muted">
            {item.quantity.toLocaleString('en-US')} × <Money value={item.unit_price} />
          </p>
        )}
        {problem ? (
          <p className="mt-2 text-xs font-medium text-bad">{problem}</p>
        ) : (
          <StockHint item={item} quantity={quantity} />
        )}
      </div>
      <div className={cx('text-right transition-opacity', update.isPending && 'opacity-50')}>
        <LinePrice total={item.total} discount={item.discount} fee={item.conversion_fee} />
      </div>
      <div className="col-start-2 col-end-4 flex items-center justify-between gap-3">
        <QuantityStepper
          size="sm"
          value={quantity}
          // The quantity of the product's page may be larger than this screen's limit; it is not reduced without the customer.
          max={Math.max(MAX_CART_SCREEN_QUANTITY, item.quantity)}
          onChange={(next) => update.mutate({ id: item.id, quantity: next })}
          label={`Quantity of ${product.name}`}
        />
        <IconButton
          label={`Remove ${product.name}`}
          icon={<Trash2 aria-hidden />}
          size="sm"
          disabled={remove.isPending}
          onClick={() => remove.mutate(item.id)}
        />
      </div>
    </li>
  );
}

/** Shows before the payment that a line waits for stock. */
function StockHint({ item, quantity }: { item: CartItem; quantity: number }) {
  const stock = item.variant.stock_amount ?? 0;
  if (stock <= 0) return <p className="mt-2 text-xs text-info">Pre order: delivered as soon as stock arrives</p>;
  if (quantity > stock) {
    return (
      <p className="mt-2 text-xs font-medium text-warn">Only {stock.toLocaleString('en-US')} available in stock</p>
    );
  }
  return null;
}
