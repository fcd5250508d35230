import { UNNAMED_STORE } from '#bff/contract/base/unnamed-store.ts';
import type { StorePicture } from '#bff/contract/office/settings/look.ts';
import { useStore } from '#web/lib/store/store.ts';
import { cx } from '#web/lib/words/cx.ts';

/** The mark: a gift card whose ribbon crosses the lines of a ledger. It must look like web/public/favicon.svg. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--color-accent)" />
      <path d="M11.5 11.5v14.5" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" />
      <path
        d="M11.5 11.5c-1.1-4.3-3.2-5.6-4.8-4.7-1.9 1.1-1 4.7 4.8 4.7Zm0 0c1.1-4.3 3.2-5.6 4.8-4.7 1.9 1.1 1 4.7-4.8 4.7Z"
        fill="none"
        stroke="#fff"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <path d="M17 17h8.5M17 21.5h6M6 11.5h20" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}

/** The store's name: its logo, or the mark with the name in letters. */
export function Logo({ className, suffix }: { className?: string; suffix?: string }) {
  const store = useStore();
  const name = store?.name ?? UNNAMED_STORE;
  return (
    <span className={cx('inline-flex items-center gap-2.5', className)}>
      {store?.logo ? (
        <>
          <Picture name={name} picture={store.logo} className={store.logo_on_dark ? 'dark:hidden' : undefined} />
          {store.logo_on_dark && <Picture name={name} picture={store.logo_on_dark} className="not-dark:hidden" />}
          {suffix && <span className="text-base font-normal tracking-tight text-muted">{suffix}</span>}
        </>
      ) : (
        <>
          <LogoMark />
          <span className="text-base font-semibold tracking-tight">
            {name}
            {suffix && <span className="ml-1.5 font-normal text-muted">{suffix}</span>}
          </span>
        </>
      )}
    </span>
  );
}

type PictureProps = { name: string; picture: StorePicture; className: string | undefined };

/** In the size of the mark; its own is given, so that nothing moves when it comes. */
const Picture = ({ name, picture: { url, width, height }, className }: PictureProps) => (
  <img
    src={url.replace(/original$/, 'medium')}
    alt={name}
    width={width}
    height={height}
    className={cx('h-7 w-auto max-w-40 object-contain object-left', className)}
  />
);
