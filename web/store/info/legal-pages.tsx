import { ORDER_EXPIRY_HOURS } from '#core/order/limits.ts';
import { Prose } from './prose.tsx';

const UPDATED = 'November 1, 2026';

export function PrivacyPage() {
  return (
    <Prose
      title="Privacy Policy"
      intro="What we know about you, why, and for how long."
      updated={UPDATED}
      sections={[
        {
          title: 'What we keep',
          body: [
            'Your name and email address, the details and documents of your company, your banking details, and what you bought, paid in and paid out. We need them to run your account, to know our customers as the law asks, and to keep proper books.',
            'Banking details, gift codes and your notes are encrypted where they are stored. Your password is kept only as a hash that cannot be turned back.',
          ],
        },
        {
          title: 'What we do not do',
          body: [
            'We do not sell data, we do not track you across other sites, and we load nothing from third parties.',
          ],
        },
        {
          title: 'How long',
          body: [
            'Accounting records are kept for as long as tax law requires. They hold no names or addresses: when you ask us to erase your account, the key to everything personal is destroyed, and what remains are numbers.',
          ],
        },
        {
          title: 'Your rights',
          body: ['Ask us through the help button for a copy of your data, for a correction, or for erasure.'],
        },
      ]}
    />
  );
}

export function CookiesPage() {
  return (
    <Prose
      title="Cookie Policy"
      intro="Only what is needed to keep you signed in."
      updated={UPDATED}
      sections={[
        {
          title: 'The cookies of your session',
          body: [
            'When you sign in we set a cookie that keeps your session. Scripts cannot read it, it is sent to us only, and it is replaced each time it is used. A second one says only that you are signed in, so that your pages open at once. Signing out removes both.',
          ],
        },
        {
          title: 'Local storage',
          body: [
            'Your browser remembers the wallet you shop with and whether you prefer the light or the dark look. Neither leaves your device.',
          ],
        },
        {
          title: 'Nothing else',
          body: ['There are no advertising, analytics or third-party cookies, so there is nothing to consent to.'],
        },
      ]}
    />
  );
}

export function CompliancePage() {
  return (
    <Prose
      title="Compliance"
      intro="How we keep the store, and your money in it, in order."
      updated={UPDATED}
      sections={[
        {
          title: 'We know our customers',
          body: [
            'Every account belongs to a verified business. We check the company and its documents before the account can buy, and may ask again when something changes.',
          ],
        },
        {
          title: 'Money is booked twice',
          body: [
            'Every movement is recorded with balanced entries that sum to zero, and every record is chained to the one before it: a change, a removal or a reordering would be found.',
          ],
        },
        {
          title: 'Against misuse',
          body: [
            'We watch for fraud and money laundering, keep an audit trail of what our own people do, and report what we must.',
          ],
        },
      ]}
    />
  );
}

export function TermsPage() {
  return (
    <Prose
      title="Terms of Service"
      intro="The agreement between your company and us."
      updated={UPDATED}
      sections={[
        {
          title: 'Accounts',
          body: [
            'Accounts are for businesses. You are responsible for what is done with your account and with its API key, and for keeping both safe.',
          ],
        },
        {
          title: 'Wallets and deposits',
          body: [
            'A deposit is credited when the transfer has arrived and was approved, with the amount that arrived. Wallets bear no interest. Funds can be withdrawn to a bank account of your company.',
          ],
        },
        {
          title: 'Orders',
          body: [
            `An order is placed when you check out, and paid when your wallet covers it. An order that is not paid within ${ORDER_EXPIRY_HOURS} hours is cancelled. Until its codes are delivered an order can be cancelled and is refunded in full.`,
            'Codes are delivered digitally and are yours once delivered. A code that was revealed cannot be returned unless it was faulty.',
          ],
        },
        {
          title: 'Prices and conversion',
          body: [
            'Prices are those shown when you check out. If your wallet has another currency than the product, our rate and a conversion fee apply and are shown beforehand.',
          ],
        },
        {
          title: 'Changes and law',
          body: ['We announce changes of these terms by email at least 30 days ahead.'],
        },
      ]}
    />
  );
}
