import type { Money } from '#bff/contract/base/common.ts';
import { formatMinor } from '#core/kernel/money/decimals.ts';
import { signOf } from '#web/lib/words/money.ts';

/** A balance in bookkeeping form: the amount without a sign, and its side. */
export function Balance({ value, className = '' }: { value: Money; className?: string }) {
  const sign = signOf(value);
  const minor = BigInt(value.amount);
  return (
    <span className={`tabular whitespace-nowrap ${className}`}>
      {formatMinor(minor < 0n ? -minor : minor, value.currency)}
      <abbr
        className="ml-1.5 inline-block w-4 text-left text-xs text-muted no-underline"
        title={sign > 0 ? 'Debit' : sign < 0 ? 'Credit' : undefined}
      >
        {sign > 0 ? 'Dr' : sign < 0 ? 'Cr' : ''}
      </abbr>
    </span>
  );
}
