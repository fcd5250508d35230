import { Globe, Headset, Store } from 'lucide-react';
import { TEXTS } from '#core/aggregates/settings/texts.ts';
import { useStoreName } from '#web/lib/store/store.ts';
import { TextBlocks } from '#web/shared/texts/text-blocks.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Outdated, StoreText, TextVersions } from './store-text.tsx';

const FIGURES = [
  ['2020', 'founded'],
  ['200+', 'partner brands'],
  ['100+', 'countries'],
  ['50,000+', 'customers'],
  ['1M+', 'cards delivered'],
  ['24/7', 'support'],
] as const;

const PROMISES = [
  {
    icon: Store,
    title: 'Made for businesses',
    text: 'Buy one code or ten thousand from the same cart, with invoices that your accountants accept.',
  },
  {
    icon: Globe,
    title: 'Two currencies, every region',
    text: 'Hold dollars and euros side by side. Conversion fees are shown before you pay, never after.',
  },
  {
    icon: Headset,
    title: 'People who answer',
    text: 'Every ticket is read by a person, day and night, and every movement of your money can be explained.',
  },
] as const;

/** The store's own page, until the seller writes another one. */
export const AboutPage = () => (
  <StoreText name="about">
    {(text) =>
      text.blocks === null ? (
        <OwnPage />
      ) : (
        <article className="mx-auto max-w-2xl pb-10">
          <PageHeader title={TEXTS.about.title} />
          <Outdated text={text} />
          <TextBlocks blocks={text.blocks} />
          <TextVersions text={text} />
        </article>
      )
    }
  </StoreText>
);

function OwnPage() {
  const store = useStoreName();
  return (
    <div className="mx-auto max-w-4xl pb-10">
      <header className="py-8 text-center sm:py-14">
        <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
          Gift cards for business, with books that balance
        </h1>
        <p className="mx-auto mt-4 max-w-2xl text-base text-muted text-pretty">
          Since 2020 companies use {store} to thank their people, reward their customers and stock their own shops with
          digital gift cards, vouchers and gaming currency.
        </p>
      </header>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border bg-line sm:grid-cols-3">
        {FIGURES.map(([figure, label]) => (
          <div key={label} className="flex flex-col-reverse bg-surface px-6 py-7 text-center">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="tabular text-2xl font-semibold">{figure}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-12 grid gap-8 sm:grid-cols-3">
        {PROMISES.map(({ icon: Icon, title, text }) => (
          <section key={title}>
            <Icon className="size-5 text-accent" aria-hidden />
            <h2 className="mt-3 text-base font-semibold">{title}</h2>
            <p className="mt-1.5 text-sm leading-6 text-muted">{text}</p>
          </section>
        ))}
      </div>
      <div className="mt-12 flex flex-wrap justify-center gap-3">
        <LinkButton href="/products" variant="primary" size="lg">
          Browse products
        </LinkButton>
        <LinkButton href="/register" size="lg">
          Create an account
        </LinkButton>
      </div>
    </div>
  );
}
