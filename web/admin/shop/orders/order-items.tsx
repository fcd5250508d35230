import { regionCode } from '#bff/contract/base/regions.ts';
import type { AdminOrderDetail, OrderItem } from '#bff/contract/shop/order.ts';
import { ExplainButton } from '#web/admin/shared/history/explain.tsx';
import { isNonZero } from '#web/lib/words/money.ts';
import { useBrandLook } from '#web/shared/catalogue/brands.ts';
import { ProductImage } from '#web/shared/catalogue/product-image.tsx';
import { LinePrice } from '#web/shared/orders/line-price.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DottedLine } from '#web/ui/text/dotted-line.tsx';
import { Money } from '#web/ui/text/money.tsx';

export function OrderItems({ order }: { order: AdminOrderDetail }) {
  const totals = [
    ['Subtotal', order.subtotal, true],
    ['Discount', order.discount, isNonZero(order.discount)],
    ['Conversion Fees', order.conversion_fees, isNonZero(order.conversion_fees)],
  ] as const;
  return (
    <Card title="Order items" padded={false}>
      <ul className="divide-y border-t">
        {order.items.map((item) => (
          <Item
            key={item.id}
            item={item}
            isInPart={order.partly_fulfilled_at !== null && order.fulfilled_at === null}
          />
        ))}
      </ul>
      <dl className="flex flex-col gap-2 border-t bg-sunken px-5 py-4 text-sm">
        {totals
          .filter(([, , isShown]) => isShown)
          .map(([label, value]) => (
            <div key={label} className="flex justify-between gap-4">
              <dt className="text-muted">{label}</dt>
              <dd>
                <Money value={value} />
              </dd>
            </div>
          ))}
        <div className="flex justify-between gap-4 text-base font-semibold">
          <dt>Total</dt>
          <dd className="-my-1.5 flex items-center gap-1">
            <ExplainButton of={{ kind: 'order', id: order.id }} what={order.order_number} />
            <Money value={order.total} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}

function Item({ item, isInPart }: { item: OrderItem; isInPart: boolean }) {
  const lookOf = useBrandLook();
  return (
    <li className="flex items-start gap-4 px-5 py-4">
      <div className="w-16 shrink-0">
        <ProductImage
          plain
          brand={item.brand_name}
          {...lookOf(item.brand_name)}
          region={item.region}
          denomination={item.variant_name}
        />
      </div>
      <div className="min-w-0 grow">
        <p className="text-sm font-medium">{item.product_name}</p>
        <DottedLine className="text-xs text-muted">
          {item.brand_name}
          {regionCode(item.region)}
          {`${item.quantity} × ${item.price.formatted}`}
          {isInPart ? `${item.delivered_quantity} delivered` : ''}
          {item.list_price && `list price ${item.list_price.formatted}`}
        </DottedLine>
        {item.codes_last_four.length > 0 && (
          <p className="mt-1.5 flex flex-wrap gap-1 font-mono text-xs text-muted">
            {item.codes_last_four.slice(0, 12).map((last, index) => (
              <span key={`${last}-${String(index)}`} className="rounded-sm bg-none-soft px-1.5 py-0.5">
                ····{last}
              </span>
            ))}
            {item.codes_last_four.length > 12 && <span>and {item.codes_last_four.length - 12} more</span>}
          </p>
        )}
      </div>
      <div className="text-right">
        <LinePrice total={item.total_price} discount={item.discount_amount} fee={item.conversion_fee} />
      </div>
    </li>
  );
}
