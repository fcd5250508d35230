import type { MoneyMail } from '#bff/contract/people/money-mail-kinds.ts';
import type { Mail } from '#bff/kit/mails/layout.ts';

/** `reason` and `until` are there where the kind has one. */
export type MoneyMailFacts = {
  readonly reference: string;
  readonly amount: string;
  readonly url: string;
  readonly reason?: string | null | undefined;
  readonly until?: string | undefined;
};

type Words = { readonly subject: string; readonly says: string; readonly next: string; readonly button: string };

const becauseOf = (reason: string | null | undefined): string => (reason ? ` The reason: ${reason}` : '');

const WORDS: Readonly<Record<MoneyMail, (facts: MoneyMailFacts) => Words>> = {
  'deposit-credited': ({ reference, amount }) => ({
    subject: `Deposit ${reference} is credited`,
    says: `${amount} of your deposit ${reference} are in your wallet.`,
    next: 'Orders that waited for money are paid from it, oldest first.',
    button: 'Open the deposit',
  }),
  'deposit-rejected': ({ reference, amount, reason }) => ({
    subject: `Deposit ${reference} was rejected`,
    says: `Your deposit ${reference} of ${amount} was rejected. No funds were credited.${becauseOf(reason)}`,
    next: 'If the money left your account, contact our support and name the reference.',
    button: 'Open the deposit',
  }),
  'order-paid': ({ reference, amount }) => ({
    subject: `Order ${reference} is paid`,
    says: `${amount} were taken from your wallet for order ${reference}.`,
    next: 'You get another mail when its gift codes are ready. Nothing is charged twice.',
    button: 'Open the order',
  }),
  'order-delivered': ({ reference }) => ({
    subject: `The gift codes of order ${reference} are ready`,
    says: `Order ${reference} is complete. Its gift codes are ready.`,
    next: 'The codes are shown where you sign in, never in a mail.',
    button: 'View gift codes',
  }),
  'order-expiring': ({ reference, amount, until }) => ({
    subject: `Order ${reference} is about to be cancelled`,
    says: `Order ${reference} of ${amount} is not paid. It is cancelled on ${until}.`,
    next: 'It is paid by itself as soon as your wallet covers it. Nothing is charged if it is cancelled.',
    button: 'Open the order',
  }),
  'order-cancelled': ({ reference, amount }) => ({
    subject: `Order ${reference} was cancelled`,
    says: `Order ${reference} of ${amount} was cancelled.`,
    next: 'Anything paid for it is back in your wallet.',
    button: 'Open the order',
  }),
  'withdrawal-completed': ({ reference, amount }) => ({
    subject: `Withdrawal ${reference} is paid out`,
    says: `${amount} were sent to your bank account (${reference}).`,
    next: 'Your bank shows it within one or two business days.',
    button: 'Open the withdrawal',
  }),
  'withdrawal-rejected': ({ reference, amount, reason }) => ({
    subject: `Withdrawal ${reference} was rejected`,
    says: `Your withdrawal ${reference} of ${amount} was rejected. The amount is back in your wallet.${becauseOf(reason)}`,
    next: 'You can request it again, or contact our support.',
    button: 'Open the withdrawal',
  }),
};

/** The one form of all mails about money: what happened, what happens next, and a link to it. */
export function moneyMail(kind: MoneyMail, facts: MoneyMailFacts): Mail {
  const { subject, says, next, button } = WORDS[kind](facts);
  return {
    subject,
    paragraphs: [says, next],
    action: { label: button, url: facts.url },
    closing: 'Which of these mails you get is chosen in the settings of your account.',
  };
}
