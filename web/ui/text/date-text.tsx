import { useEffect, useState } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import { formatDate, formatDateTime, formatRelative, type Moment, toDate } from '#web/lib/words/dates.ts';

type DateTextProps = {
  value: Moment | null | undefined;
  /**
   * `date` 'MMM d, yyyy', `datetime` with the reader's clock, `relative` '5 minutes ago', or a function. The title is always the full moment
   * with its zone.
   */
  format?: keyof typeof FORMATS | ((moment: Moment) => string);
  className?: string;
};

const FORMATS = { date: formatDate, datetime: formatDateTime, relative: formatRelative };
const TICK_MILLISECONDS = 60_000;

export function DateText({ value, format = 'date', className }: DateTextProps) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (format !== 'relative') return;
    const timer = setInterval(() => tick((n) => n + 1), TICK_MILLISECONDS);
    return () => clearInterval(timer);
  }, [format]);
  if (!value) return <span className={cx('text-muted', className)}>—</span>;
  return (
    <time
      dateTime={toDate(value).toISOString()}
      title={titleOf(value)}
      className={cx('tabular whitespace-nowrap', className)}
    >
      {(typeof format === 'function' ? format : FORMATS[format])(value)}
    </time>
  );
}

/** In the reader's language; a moment with its zone, which a calendar day does not have. */
const titleOf = (value: Moment): string =>
  toDate(value).toLocaleString([], { dateStyle: 'full', ...(String(value).length > 10 && { timeStyle: 'long' }) });
