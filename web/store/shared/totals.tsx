import type { Money as MoneyValue } from '#bff/contract/base/common.ts';
import { cx } from '#web/lib/words/cx.ts';
import { isNonZero } from '#web/lib/words/money.ts';
import { Money } from '#web/ui/text/money.tsx';

type Sums = Readonly<Record<'subtotal' | 'discount' | 'conversion_fees' | 'total', MoneyValue>>;

/** A discount and fees are shown only where there are any. */
export function Totals({ sums, isBusy = false, className }: { sums: Sums; isBusy?: boolean; className?: string }) {
  return (
    <dl className={cx('space-y-2 transition-opacity', isBusy && 'opacity-50', className)} aria-busy={isBusy}>
      <Line label="Subtotal" value={sums.subtotal} />
      {isNonZero(sums.discount) && <Line label="Discount" value={sums.discount} isOff />}
      {isNonZero(sums.conversion_fees) && <Line label="Conversion Fees" value={sums.conversion_fees} />}
      <div className="flex items-baseline justify-between gap-4 border-t pt-3 text-base font-semibold">
        <dt>Total</dt>
        <dd>
          <Money value={sums.total} showCurrency />
        </dd>
      </div>
    </dl>
  );
}

function Line({ label, value, isOff = false }: { label: string; value: MoneyValue; isOff?: boolean }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd className={isOff ? 'text-ok' : undefined}>
        {isOff && '- '}
        <Money value={value} />
      </dd>
    </div>
  );
}
