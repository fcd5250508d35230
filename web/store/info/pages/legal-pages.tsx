import { ORDER_EXPIRY_HOURS } from '#core/aggregates/order/limits.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';

const UPDATED = 'November 1, 2026';

export const PrivacyPage = prose('Privacy Policy', 'What we know about you, why, and for how long.', {
  'What we keep': [
    'Your name and email address, the details and documents of your company, your banking details, and what you bought, paid in and paid out. We need them to run your account, to know our customers as the law asks, and to keep proper books.',
    'Banking details, gift codes and your notes are encrypted where they are stored. Your password is kept only as a hash that cannot be turned back.',
  ],
  'What we do not do': [
    'We do not sell data, we do not track you across other sites, and we load nothing from third parties.',
  ],
  'How long': [
    'Accounting records are kept for as long as tax law requires. They hold no names or addresses: when you ask us to erase your account, the key to everything personal is destroyed, and what remains are numbers.',
  ],
  'Your rights': ['Ask us through the help button for a copy of your data, for a correction, or for erasure.'],
});

export const CookiesPage = prose('Cookie Policy', 'Only what is needed to keep you signed in.', {
  'The cookies of your session': [
    'When you sign in we set a cookie that keeps your session. Scripts cannot read it, it is sent to us only, and it is replaced each time it is used. A second one says only that you are signed in, so that your pages open at once. Signing out removes both.',
  ],
  'Local storage': [
    'Your browser remembers the wallet you shop with and whether you prefer the light or the dark look. Neither leaves your device.',
  ],
  'Nothing else': ['There are no advertising, analytics or third-party cookies, so there is nothing to consent to.'],
});

export const CompliancePage = prose('Compliance', 'How we keep the store, and your money in it, in order.', {
  'We know our customers': [
    'Every account belongs to a verified business. We check the company and its documents before the account can buy, and may ask again when something changes.',
  ],
  'Money is booked twice': [
    'Every movement is recorded with balanced entries that sum to zero, and every record is chained to the one before it: a change, a removal or a reordering would be found.',
  ],
  'Against misuse': [
    'We watch for fraud and money laundering, keep an audit trail of what our own people do, and report what we must.',
  ],
});

export const TermsPage = prose('Terms of Service', 'The agreement between your company and us.', {
  Accounts: [
    'Accounts are for businesses. You are responsible for what is done with your account and with its API key, and for keeping both safe.',
  ],
  'Wallets and deposits': [
    'A deposit is credited when the transfer has arrived and was approved, with the amount that arrived. Wallets bear no interest. Funds can be withdrawn to a bank account of your company.',
  ],
  Orders: [
    `An order is placed when you check out, and paid when your wallet covers it. An order that is not paid within ${ORDER_EXPIRY_HOURS} hours is cancelled. Until its codes are delivered an order can be cancelled and is refunded in full.`,
    'Codes are delivered digitally and are yours once delivered. A code that was revealed cannot be returned unless it was faulty.',
  ],
  'Prices and conversion': [
    'Prices are those shown when you check out. If your wallet has another currency than the product, our rate and a conversion fee apply and are shown beforehand.',
  ],
  'Changes and law': ['We announce changes of these terms by email at least 30 days ahead.'],
});

/** A page to read: one narrow column of sections, the paragraphs of each, and a date. */
function prose(title: string, intro: string, sections: Readonly<Record<string, readonly string[]>>) {
  return () => (
    <article className="mx-auto max-w-2xl pb-10">
      <PageHeader title={title} description={intro} />
      <div className="flex flex-col gap-8">
        {Object.entries(sections).map(([heading, paragraphs]) => (
          <section key={heading}>
            <h2 className="text-base font-semibold">{heading}</h2>
            <div className="mt-2 flex flex-col gap-3 text-sm leading-6 text-muted">
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </section>
        ))}
      </div>
      <p className="mt-10 border-t pt-5 text-xs text-muted">Last updated on {UPDATED}</p>
    </article>
  );
}
