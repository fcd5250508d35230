import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { UNNAMED_STORE } from '#bff/contract/base/unnamed-store.ts';
import { TEXTS, type TextName } from '#core/aggregates/settings/texts.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useStore } from '#web/lib/store/store.ts';
import { StoreLogo } from '#web/store/shared/store-logo.tsx';
import { useSupportDialog } from './support/support-state.ts';

type FooterLink = { label: string; href: string } | { label: string; opensSupport: true };

const COLUMNS: readonly { title: string; links: readonly FooterLink[] }[] = [
  {
    title: 'About',
    links: [
      { label: 'About Us', href: '/about' },
      { label: 'Contact', opensSupport: true },
    ],
  },
  {
    title: 'Support',
    links: [
      { label: 'Help Center', opensSupport: true },
      { label: 'FAQ', href: '/faq' },
      { label: 'Build with the API', href: '/build-with-the-api' },
      { label: 'Check a proof', href: '/check-proof' },
    ],
  },
];

/** The texts of the last column, in its order. */
const LEGAL = ['privacy', 'cookies', 'compliance', 'terms', 'refunds', 'imprint'] as const satisfies TextName[];

/** The columns, with the texts that there are: those that only the seller can write once they are written. */
function useColumns() {
  const { data } = useQuery(apiQuery('GET /texts'));
  const shown = data?.data.map(({ name }) => name);
  const texts = LEGAL.filter((name) => (shown ? shown.includes(name) : TEXTS[name].hasStandard));
  return [
    ...COLUMNS,
    { title: 'Legal', links: texts.map((name): FooterLink => ({ label: TEXTS[name].title, href: `/${name}` })) },
  ];
}

/** The marks of pages elsewhere, by the host that they are at; any other page is a link in words. */
const MARKS: Readonly<Record<string, string>> = {
  'linkedin.com':
    'M4.5 3.5a1.75 1.75 0 1 1 0 3.5 1.75 1.75 0 0 1 0-3.5ZM3 8.5h3V17H3V8.5Zm5 0h2.9v1.2c.5-.8 1.5-1.4 2.8-1.4 2.4 0 3.3 1.5 3.3 4V17h-3v-4.2c0-1.2-.3-2-1.4-2-1.1 0-1.6.8-1.6 2V17H8V8.5Z',
  'x.com':
    'M3 3h4.2l3.3 4.7L14.5 3h2l-5.1 6L17 17h-4.2l-3.7-5.2L4.7 17h-2l5.5-6.5L3 3Zm2.7 1.3 7.8 11.4h.8L6.5 4.3h-.8Z',
  'facebook.com':
    'M11.5 18v-7h2.3l.4-2.7h-2.7V6.6c0-.8.3-1.3 1.4-1.3h1.4V2.9c-.3 0-1.1-.1-2-.1-2.1 0-3.5 1.2-3.5 3.5v2H6.5V11h2.3v7h2.7Z',
};
const markOf = (url: string): string | undefined => MARKS[new URL(url).hostname.replace(/^www\./, '')];

const LINK = 'rounded-sm text-muted hover:text-ink';

/** The foot of the home and about pages. */
export function Footer() {
  const { openSupport } = useSupportDialog();
  return (
    <footer className="border-t bg-surface">
      <div className="page-column grid gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div>
          <StoreLogo />
          <p className="mt-3 max-w-xs text-muted">
            Digital gift cards, vouchers and gaming currency for business, with wallets that account for every cent.
          </p>
        </div>
        {useColumns().map((column) => (
          <nav key={column.title} aria-label={column.title}>
            <h2 className="text-sm font-semibold">{column.title}</h2>
            <ul className="mt-3 space-y-2.5">
              {column.links.map((link) => (
                <li key={link.label}>
                  {'href' in link ? (
                    <Link href={link.href} className={LINK}>
                      {link.label}
                    </Link>
                  ) : (
                    <button type="button" className={LINK} onClick={openSupport}>
                      {link.label}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <Imprint />
    </footer>
  );
}

function Imprint() {
  const seller = useStore();
  const facts = [
    seller?.legal,
    seller?.vat_id && `VAT ${seller.vat_id}`,
    seller?.registration && `Reg. ${seller.registration}`,
  ].filter(Boolean);
  return (
    <div className="page-column flex flex-wrap items-center justify-between gap-4 border-t py-6">
      <div className="min-w-0 text-xs text-muted wrap-anywhere">
        <p>
          © {new Date().getFullYear()} {seller?.name ?? UNNAMED_STORE}. All rights reserved.
        </p>
        {facts.length > 0 && <p className="mt-1">{facts.join(' · ')}</p>}
      </div>
      {seller && seller.links.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {seller.links.map(({ label, url }) => (
            <li key={url}>
              <PageElsewhere name={`${seller.name} on ${label}`} label={label} url={url} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function PageElsewhere({ name, label, url }: { name: string; label: string; url: string }) {
  const mark = markOf(url);
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="grid h-9 min-w-9 place-items-center rounded-md px-2 text-xs text-muted hover:bg-hover hover:text-ink"
    >
      {mark === undefined ? (
        label
      ) : (
        <>
          <span className="sr-only">{name}</span>
          <svg viewBox="0 0 20 20" className="size-4" fill="currentColor" aria-hidden="true">
            <path d={mark} />
          </svg>
        </>
      )}
    </a>
  );
}
