import type { TextName } from '#core/aggregates/settings/texts.ts';

/** One wording of a standard text. Null: the store has a page of its own for it. */
export type StandardText = { readonly since: string; readonly text: string | null };

const TERMS = `## Accounts

Accounts are for businesses. You are responsible for what is done with your account and with its API key, and for keeping both safe.

## Wallets and deposits

A deposit is credited when the transfer has arrived and was approved, with the amount that arrived. Wallets bear no interest. Funds can be withdrawn to a bank account of your company.

## Orders

An order is placed when you check out, and paid when your wallet covers it. An order that is not paid within the time that its page shows is cancelled. Until its codes are delivered an order can be cancelled and is refunded in full.

Codes are delivered digitally and are yours once delivered. A code that was revealed cannot be returned unless it was faulty.

## Prices and conversion

Prices are those shown when you check out. If your wallet has another currency than the product, our rate and a conversion fee apply and are shown beforehand.

## Changes and law

We announce changes of these terms by email at least 30 days ahead.`;

const PRIVACY = `## What we keep

Your name and email address, the details and documents of your company, your banking details, and what you bought, paid in and paid out. We need them to run your account, to know our customers as the law asks, and to keep proper books.

Banking details, gift codes and your notes are encrypted where they are stored. Your password is kept only as a hash that cannot be turned back.

## What we do not do

We do not sell data, we do not track you across other sites, and we load nothing from third parties.

## How long

Accounting records are kept for as long as tax law requires. They hold no names or addresses: when you ask us to erase your account, the key to everything personal is destroyed, and what remains are numbers.

## Your rights

Ask us through the help button for a copy of your data, for a correction, or for erasure.`;

const COOKIES = `## The cookies of your session

When you sign in we set a cookie that keeps your session. Scripts cannot read it, it is sent to us only, and it is replaced each time it is used. A second one says only that you are signed in, so that your pages open at once. Signing out removes both.

## Local storage

Your browser remembers the wallet you shop with and whether you prefer the light or the dark look. Neither leaves your device.

## Nothing else

There are no advertising, analytics or third-party cookies, so there is nothing to consent to.`;

const COMPLIANCE = `## We know our customers

Every account belongs to a verified business. We check the company and its documents before the account can buy, and may ask again when something changes.

## Money is booked twice

Every movement is recorded with balanced entries that sum to zero, and every record is chained to the one before it: a change, a removal or a reordering would be found.

## Against misuse

We watch for fraud and money laundering, keep an audit trail of what our own people do, and report what we must.`;

const FAQ = `## How do I get an account?

Register with your work address, verify it by the link we send, fill in your company details and upload one document that proves the company. We review it within 1-2 business days and send you an email.

## How do I put money into my wallet?

Open Deposits, request a deposit for the amount you will transfer, and upload the confirmation of your bank. When the transfer has arrived we approve the deposit and the wallet is credited at once.

## When do I get my codes?

At once, when the order is paid and the codes are in stock. If your wallet does not cover the order it waits for funds for the time that its page shows, and is paid by itself when they arrive. If a product is out of stock, a paid order is fulfilled as soon as new codes come in.

## What are conversion fees?

A product has a price in one currency. If you pay from a wallet of the other, we convert at our rate and add a fee. Both are shown in the cart before you pay.

## Can I return a code?

An order can be cancelled until its codes are delivered. A code that was revealed cannot be taken back, because anyone who has seen it could redeem it.

## How do I get my money back out?

Open Withdrawals and ask for a payout to your bank. The amount is held in your wallet until the transfer is made, and is released again if it cannot be made.

## Can my systems order for me?

Yes. Generate an API key under Account Settings; the page “Build with the API”, linked at the foot of the home page, leads to a first purchase.`;

const FIRST = '2026-11-01T00:00:00.000Z';
const TIME_IS_A_SETTING = '2026-11-27T00:00:00.000Z';
const first = (text: string | null): readonly [StandardText] => [{ since: FIRST, text }];
/** The time to pay was the same in every store. */
const timeIsASetting = (text: string): readonly [StandardText, StandardText] => [
  { since: FIRST, text: text.replace('the time that its page shows', '48 hours') },
  { since: TIME_IS_A_SETTING, text },
];

/**
 * What the store says while its seller has written nothing: each wording with the day since when it is so, the oldest first. Other words are
 * another wording, because a text says its day and somebody may have accepted it. Without an entry there is nothing: only the seller knows it.
 */
export const STANDARD_TEXTS: { readonly [Name in TextName]?: readonly StandardText[] } = {
  terms: timeIsASetting(TERMS),
  privacy: first(PRIVACY),
  cookies: first(COOKIES),
  compliance: first(COMPLIANCE),
  about: first(null),
  faq: timeIsASetting(FAQ),
};
