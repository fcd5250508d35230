import { cx } from '#web/lib/words/cx.ts';
import type { Stock } from './stock.ts';

const COLOURS: Record<Stock['kind'], { text: string; dot: string }> = {
  plenty: { text: 'text-muted', dot: 'bg-ok' },
  few: { text: 'text-warn', dot: 'bg-warn' },
  'pre-order': { text: 'text-info', dot: 'bg-info' },
  out: { text: 'text-muted', dot: 'bg-none' },
};

export function StockText({ stock, className }: { stock: Stock; className?: string }) {
  const colour = COLOURS[stock.kind];
  return (
    <span className={cx('tabular whitespace-nowrap', colour.text, className)}>
      <span className={cx('mr-1.5 inline-block size-1.5 rounded-full align-middle', colour.dot)} aria-hidden="true" />
      {stock.label}
    </span>
  );
}
