import { ChevronLeft, ChevronRight } from 'lucide-react';
import { counted } from '#web/lib/words/counted.ts';
import { cx } from '#web/lib/words/cx.ts';
import { pageSlots } from './page-window.ts';

/** `isAtLeast`: the total was not counted to its end. */
type Summary = {
  from: number | null;
  to: number | null;
  total: number;
  noun?: string | undefined;
  isAtLeast?: boolean | undefined;
};

type PaginationProps = {
  current: number;
  last: number;
  onPage: (page: number) => void;
  /** For 'Showing X to Y of Z results', or 'Showing 1 result' for a single one; left out where it is null. */
  summary?: Summary | undefined;
  /** Dims while the next page loads. */
  busy?: boolean;
  className?: string;
};

/** Without buttons where there is only one page. */
export function Pagination({ current, last, onPage, summary, busy = false, className }: PaginationProps) {
  const slots = pageSlots(current, last);
  const text = summary && summary.total > 0 ? wordsOf(summary) : '';
  if (slots.length === 0 && text === '') return null;
  return (
    <div className={cx('flex flex-wrap items-center justify-between gap-3 text-sm', className)}>
      <p className="tabular text-muted">{text}</p>
      {slots.length > 0 && (
        <nav
          aria-label={summary?.noun ? `Pages of ${summary.noun}` : 'Pagination'}
          aria-busy={busy || undefined}
          className={cx('flex items-center gap-1', busy && 'opacity-60')}
        >
          <Step label="Previous" disabled={current <= 1} onClick={() => onPage(current - 1)}>
            <ChevronLeft className="size-4" aria-hidden />
            <span className="max-sm:sr-only">Previous</span>
          </Step>
          {slots.map((slot) =>
            typeof slot === 'number' ? (
              <button
                key={slot}
                type="button"
                aria-label={`Page ${slot}`}
                aria-current={slot === current ? 'page' : undefined}
                onClick={() => slot !== current && onPage(slot)}
                className="tabular h-8 min-w-8 rounded-md px-2 font-medium text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink"
              >
                {slot.toLocaleString('en-US')}
              </button>
            ) : (
              <span key={slot} className="w-6 text-center text-muted" aria-hidden="true">
                …
              </span>
            ),
          )}
          <Step label="Next" disabled={current >= last} onClick={() => onPage(current + 1)}>
            <span className="max-sm:sr-only">Next</span>
            <ChevronRight className="size-4" aria-hidden />
          </Step>
        </nav>
      )}
    </div>
  );
}

function wordsOf({ from, to, total, isAtLeast, noun = 'results' }: Summary): string {
  const all = counted(total, noun);
  if (total === 1) return `Showing ${all}`;
  const [first, last] = [from ?? 0, to ?? 0].map((count) => count.toLocaleString('en-US'));
  return `Showing ${first} to ${last} of ${isAtLeast ? 'at least ' : ''}${all}`;
}

function Step({
  label,
  disabled,
  onClick,
  children,
}: {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className="inline-flex h-8 items-center gap-1 rounded-md px-2 font-medium text-ink hover:bg-hover disabled:pointer-events-none disabled:text-muted disabled:opacity-50"
    >
      {children}
    </button>
  );
}
