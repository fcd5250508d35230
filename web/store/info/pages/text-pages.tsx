import { TEXTS, type TextName } from '#core/aggregates/settings/texts.ts';
import { TextBlocks } from '#web/shared/texts/text-blocks.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Outdated, StoreText, TextVersions } from './store-text.tsx';

export const TermsPage = page('terms', 'The agreement between your company and us.');
export const PrivacyPage = page('privacy', 'What we know about you, why, and for how long.');
export const ImprintPage = page('imprint', 'Who runs this store.');
export const RefundsPage = page('refunds', 'When you get your money back, and how.');
export const CookiesPage = page('cookies', 'Only what is needed to keep you signed in.');
export const CompliancePage = page('compliance', 'How we keep the store, and your money in it, in order.');

/** A page to read: one narrow column. */
function page(name: TextName, intro: string) {
  return () => (
    <StoreText name={name}>
      {(text) => (
        <article className="mx-auto max-w-2xl pb-10">
          <PageHeader title={TEXTS[name].title} description={intro} />
          <Outdated text={text} />
          <TextBlocks blocks={text.blocks ?? []} />
          <TextVersions text={text} />
        </article>
      )}
    </StoreText>
  );
}
