import type { Money as MoneyValue } from '#bff/contract/base/common.ts';
import { cx } from '#web/lib/words/cx.ts';
import { signOf } from '#web/lib/words/money.ts';

type MoneyProps = {
  value: MoneyValue | null | undefined;
  /** Shows 'USD' after the amount, for screens with both currencies. */
  showCurrency?: boolean;
  /** Shows '+' before inflows and colours both directions, for lists of movements. */
  signed?: boolean;
  className?: string;
};

/** An amount with tabular figures, never split over two lines. */
export function Money({ value, showCurrency = false, signed = false, className }: MoneyProps) {
  if (!value) return <span className={cx('text-muted', className)}>—</span>;
  const sign = signed ? signOf(value) : 0;
  return (
    <span className={cx('tabular whitespace-nowrap', sign > 0 && 'text-ok', className)}>
      {sign > 0 && '+'}
      {value.formatted}
      {showCurrency && <span className="ml-1 text-xs text-muted">{value.currency}</span>}
    </span>
  );
}
