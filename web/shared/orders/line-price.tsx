import type { Money as MoneyValue } from '#bff/contract/base/common.ts';
import { isNonZero } from '#web/lib/words/money.ts';
import { Money } from '#web/ui/text/money.tsx';

type LinePriceProps = { total: MoneyValue; discount: MoneyValue; fee: MoneyValue };

/** The final cost of a line, with its discount and fee: the same in the cart and in the order. */
export function LinePrice({ total, discount, fee }: LinePriceProps) {
  return (
    <>
      <Money value={total} className="font-semibold" />
      {isNonZero(discount) && <p className="tabular text-xs whitespace-nowrap text-ok">- {discount.formatted} off</p>}
      {isNonZero(fee) && <p className="tabular text-xs whitespace-nowrap text-muted">incl. {fee.formatted} fee</p>}
    </>
  );
}
