import { Link } from 'wouter';
import { regionCode } from '#bff/contract/base/regions.ts';
import type { OrderDetail, OrderItem } from '#bff/contract/shop/order.ts';
import { useBrandLook } from '#web/shared/catalogue/brands.ts';
import type { BrandLook } from '#web/shared/catalogue/card-art.ts';
import { GiftCard } from '#web/shared/catalogue/gift-card.tsx';
import { LinePrice } from '#web/shared/orders/line-price.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DottedLine } from '#web/ui/text/dotted-line.tsx';
import { Money } from '#web/ui/text/money.tsx';

/** Codes whose last four characters are shown in a line; the dialog has the rest. */
const MAX_SHOWN_CODES = 6;

export function OrderItems({ order }: { order: OrderDetail }) {
  const lookOf = useBrandLook();
  return (
    <Card title="Order Items" padded={false}>
      {order.items.length === 0 ? (
        <EmptyState title="No item details available" />
      ) : (
        <ul aria-label="Order items" className="divide-y border-t">
          {order.items.map((item) => (
            <Item key={item.id} item={item} look={lookOf(item.brand_name)} isInPart={isInPart(order)} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Whether some of its codes are missing, for now or permanently. */
const isInPart = (order: OrderDetail): boolean => order.partly_fulfilled_at !== null && order.fulfilled_at === null;

function Item({ item, look, isInPart }: { item: OrderItem; look: BrandLook; isInPart: boolean }) {
  const more = item.delivered_quantity - Math.min(item.codes_last_four.length, MAX_SHOWN_CODES);
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)_auto] gap-x-4 px-5 py-5 sm:grid-cols-[7rem_minmax(0,1fr)_auto]">
      <GiftCard plain brand={item.brand_name} {...look} className="shadow-xs" />
      <div className="min-w-0">
        <Link
          href={`/products/${item.product_id}`}
          className="rounded-sm font-medium wrap-anywhere hover:text-accent-ink"
        >
          {item.product_name}
        </Link>
        <DottedLine className="mt-0.5 text-sm text-muted">
          {item.brand_name}
          {item.variant_name}
          {regionCode(item.region)}
        </DottedLine>
        <p className="tabular mt-1 text-sm text-muted">
          {item.quantity.toLocaleString('en-US')} × <Money value={item.price} />
          {item.list_price && ` (${item.list_price.formatted})`}
        </p>
        {isInPart && (
          <p className="tabular mt-1 text-sm text-info">
            {item.delivered_quantity.toLocaleString('en-US')} of {item.quantity.toLocaleString('en-US')} delivered
          </p>
        )}
        {item.codes_last_four.length > 0 && (
          <ul
            className="mt-2.5 flex flex-wrap gap-1.5"
            aria-label={`Codes of ${item.product_name}, last four characters`}
          >
            {item.codes_last_four.slice(0, MAX_SHOWN_CODES).map((lastFour, index) => (
              <li
                key={`${String(index)}-${lastFour}`}
                className="rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-xs text-muted"
              >
                ••••{lastFour}
              </li>
            ))}
            {more > 0 && <li className="px-1 py-0.5 text-xs text-muted">+{more.toLocaleString('en-US')}</li>}
          </ul>
        )}
      </div>
      <div className="text-right">
        <LinePrice total={item.total_price} discount={item.discount_amount} fee={item.conversion_fee} />
      </div>
    </li>
  );
}
