import { useStoreName } from '#web/lib/store/store.ts';
import { cx } from '#web/lib/words/cx.ts';

/** The mark: a gift card whose ribbon crosses the lines of a ledger. It must look like web/public/favicon.svg. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--color-accent)" />
      <path
        d="M11.5 11.5v14.5m0-14.5c-1.1-4.3-3.2-5.6-4.8-4.7-1.9 1.1-1 4.7 4.8 4.7Zm0 0c1.1-4.3 3.2-5.6 4.8-4.7 1.9 1.1 1 4.7-4.8 4.7ZM17 17h8.5M17 21.5h6M6 11.5h20"
        fill="none"
        stroke="#fff"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The mark with the store's name in letters. */
export function Logo({ className, suffix }: { className?: string | undefined; suffix?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2.5', className)}>
      <LogoMark />
      <span className="text-base font-semibold tracking-tight">
        {useStoreName()}
        {suffix && <span className="ml-1.5 font-normal text-muted">{suffix}</span>}
      </span>
    </span>
  );
}
