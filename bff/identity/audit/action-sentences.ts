import type { AdminAction } from '#core/aggregates/admin/events.ts';
import { type Sentence, say } from './sentence.ts';

type ActionSentence = (subject: { kind: string; id: string }, facts: Readonly<Record<string, string>>) => Sentence;

/** The count of an action's facts with what it counts: '1 rate was', '2 rates were'. */
const were = (count: string | undefined, one: string, of = ''): string =>
  count === '1' ? `1 ${one}${of} was` : `${count ?? 'Some'} ${one}s${of} were`;

/** The name that an administrator gave the thing, else its number. */
const named = (subject: { id: string }, facts: Readonly<Record<string, string>>): string =>
  facts.title ?? facts.name ?? facts.number ?? subject.id;

const STEP_WORDS: Readonly<Record<string, string>> = {
  invite: 'Adding an administrator',
  roles: 'Other roles of an administrator',
  disable: 'Disabling an administrator',
  enable: 'Enabling an administrator',
  reset: 'A new password link of an administrator',
};
const changeWords = ({ step = '', roles, second_factor }: Readonly<Record<string, string>>): string =>
  [
    STEP_WORDS[step] ?? 'A change of an administrator',
    roles === undefined ? '' : ` (${roles})`,
    second_factor === 'removed' ? ', without the second factor' : '',
  ].join('');
const priceWords = (subject: { id: string }, facts: Readonly<Record<string, string>>): string =>
  `A price of ${facts.price ?? 'unknown'} for ${named(subject, facts)}`;

/** What two administrators record, by its step. */
const RATE_STEPS: Readonly<Record<string, string>> = {
  proposed: 'waits for a second administrator. It does not count yet.',
  confirmed: 'counts, by the second of two administrators.',
  refused: 'was refused. Nothing was recorded.',
  'taken-back': 'was taken back by who asked for it.',
  lapsed: 'was replaced by another request of the same administrator.',
};
const sayRate = (step: string, what: string) =>
  say(`Exchange rate ${step.replace('-', ' ')}`, `${what} ${RATE_STEPS[step] ?? ''}`);

const catalogueWords = ({ title = 'a file', kind = 'products' }: Readonly<Record<string, string>>): string => {
  if (kind === 'discounts') return `The change of a customer’s discounts “${title}”`;
  return kind === 'prices' ? `The change of prices “${title}”` : `The file of ${kind} “${title}”`;
};

/** One entry for each action of an administrator: a new one does not compile until it has its words here. */
const ACTIONS: Readonly<Record<AdminAction, ActionSentence>> = {
  'signed-in': () => say('Signed in', 'An administrator signed in.'),
  'signed-out': () => say('Signed out', 'An administrator signed out.'),
  'brand-created': (subject, facts) => say('Brand created', `Brand ${named(subject, facts)} was added.`),
  'brand-updated': (subject, facts) => say('Brand updated', `Brand ${named(subject, facts)} was changed.`),
  'brand-deleted': (subject, facts) => say('Brand deleted', `Brand ${named(subject, facts)} was deleted.`),
  'carousel-created': (_, facts) =>
    say('Carousel image added', `A carousel image leads to ${facts.url ?? 'no page'} now.`),
  'carousel-updated': (subject) => say('Carousel image updated', `Carousel image ${subject.id} was changed.`),
  'carousel-deleted': (subject) => say('Carousel image deleted', `Carousel image ${subject.id} was deleted.`),
  'product-created': (subject, facts) => say('Product created', `Product ${named(subject, facts)} was added.`),
  'product-updated': (subject, facts) =>
    say(
      'Product updated',
      `Product ${named(subject, facts)} was changed${facts.changed === undefined ? '' : `: ${facts.changed}`}.`,
    ),
  'stock-added': (subject, facts) =>
    say('Stock added', `${were(facts.added, 'gift code')} added to ${named(subject, facts)}.`),
  'fulfilment-requested': (subject, facts) =>
    say('Fulfilment requested', `The gift codes of order ${named(subject, facts)} were asked for.`),
  'proof-viewed': (subject, facts) =>
    say('Payment proof viewed', `The payment proof of deposit ${named(subject, facts)} was opened.`),
  'document-viewed': (_, facts) =>
    say('Document viewed', `A company document was opened${facts.customer_id ? ' in a customer’s file' : ''}.`),
  'customer-sessions-ended': () =>
    say('Customer signed out', 'A customer was signed out on every device by an administrator.'),
  'account-frozen': () => say('Account frozen', 'An account was frozen: nobody signs in, no API key works.'),
  'account-unfrozen': () => say('Account unfrozen', 'A frozen account was opened again.'),
  'banking-revealed': ({ kind }) =>
    say(
      'Bank data revealed',
      `The bank data of ${kind === 'customer' ? 'a customer' : kind === 'withdrawal' ? 'a withdrawal' : 'a line of the bank'} was shown in full.`,
    ),
  'second-factor-reset-asked': (_, facts) =>
    say(
      'Second factor to be reset',
      `The second factor of a customer is removed after ${facts.due_at ?? 'a delay'}, unless the customer stops it.`,
    ),
  'second-factor-reset-taken-back': () =>
    say('Reset taken back', 'The second factor of a customer stays: its reset was taken back.'),
  'second-factor-reset-stopped': () => say('Reset stopped', 'The customer stopped the reset of the second factor.'),
  'second-factor-reset-done': () =>
    say('Second factor reset', 'The second factor of a customer was removed after the delay.'),
  'ticket-answered': (subject, facts) => {
    const done = { closed: 'closed', open: 'reopened' }[facts.status ?? ''] ?? 'answered';
    return say(`Ticket ${done}`, `Support ticket ${named(subject, facts)} was ${done}.`);
  },
  'administrator-change-proposed': (_, facts) =>
    say(
      'Administrator: change proposed',
      `${changeWords(facts)} was proposed. ${
        facts.due_at === undefined
          ? 'A second owner has to confirm it.'
          : `It is carried out at ${facts.due_at}, unless it is refused before.`
      }`,
    ),
  'administrator-change-confirmed': (_, facts) =>
    say('Administrator: change confirmed', `${changeWords(facts)} was confirmed by a second owner.`),
  'administrator-change-refused': (_, facts) =>
    say('Administrator: change refused', `${changeWords(facts)} was refused. Nothing was changed.`),
  'administrator-change-taken-back': (_, facts) =>
    say('Administrator: change taken back', `${changeWords(facts)} was taken back by who proposed it.`),
  'administrator-change-carried-out': (_, facts) =>
    say('Administrator: change carried out', `${changeWords(facts)} was carried out after its delay.`),
  'administrator-change-lapsed': (_, facts) =>
    say('Administrator: change ended', `${changeWords(facts)} ended without effect: it is not possible any more.`),
  'price-change-proposed': (subject, facts) =>
    say('Price proposed', `${priceWords(subject, facts)} waits for a second administrator. It does not count yet.`),
  'price-change-confirmed': (subject, facts) =>
    say('Price confirmed', `${priceWords(subject, facts)} counts, by the second of two administrators.`),
  'price-change-refused': (subject, facts) =>
    say('Price refused', `${priceWords(subject, facts)} was refused. The price stays as it is.`),
  'price-change-taken-back': (subject, facts) =>
    say('Price taken back', `${priceWords(subject, facts)} was taken back by who proposed it.`),
  'price-change-lapsed': (subject, facts) =>
    say('Price ended', `${priceWords(subject, facts)} was replaced by another change of the price.`),
  'catalogue-change-proposed': (_, facts) =>
    say('Bulk change proposed', `${catalogueWords(facts)} waits for a second administrator. It does not count yet.`),
  'catalogue-change-confirmed': (_, facts) =>
    say('Bulk change confirmed', `${catalogueWords(facts)} was confirmed by the second of two administrators.`),
  'catalogue-change-refused': (_, facts) =>
    say('Bulk change refused', `${catalogueWords(facts)} was refused. Nothing was changed.`),
  'catalogue-change-taken-back': (_, facts) =>
    say('Bulk change taken back', `${catalogueWords(facts)} was taken back by who proposed it.`),
  'catalogue-change-planned': (_, facts) =>
    say('Bulk change planned', `${catalogueWords(facts)} counts from ${facts.due_at ?? 'a day'} on.`),
  'catalogue-change-withdrawn': (_, facts) =>
    say('Bulk change withdrawn', `${catalogueWords(facts)} was withdrawn before its day.`),
  'catalogue-change-lapsed': (_, facts) =>
    say(
      'Bulk change ended',
      `${catalogueWords(facts)} ended: the administrator who planned or confirmed it no longer has the permission for it.`,
    ),
  'catalogue-changed': (_, facts) =>
    say(
      'Bulk change applied',
      `${catalogueWords(facts)} was applied: ${facts.new ?? '0'} new, ${facts.changed ?? '0'} changed, ${facts.refused ?? '0'} left out.`,
    ),
  'store-opened': () => say('Store opened', 'The setup was finished, and the store was opened to customers.'),
  'administrator-created': (_, facts) =>
    say(
      'Administrator created',
      facts.way === 'setup'
        ? 'The first owner was made by the secret of the setup.'
        : `An administrator was added${facts.roles ? ` as ${facts.roles}` : ''}, who chooses a password by a link.`,
    ),
  'administrator-roles-set': (_, facts) =>
    say('Roles changed', `An administrator has these roles now: ${facts.roles ?? 'unknown'}.`),
  'administrator-sessions-ended': () => say('Sessions ended', 'An administrator was signed out everywhere.'),
  'administrator-reset': () =>
    say('Administrator reset', 'The password, the second factor and all sessions of an administrator stopped working.'),
  'administrator-disabled': () => say('Administrator disabled', 'An administrator can no longer sign in.'),
  'administrator-enabled': () => say('Administrator enabled', 'An administrator can sign in again.'),
  'password-chosen': () => say('Password chosen', 'An administrator chose a password by a link.'),
  'password-changed': () => say('Password changed', 'An administrator changed the own password.'),
  'second-factor-enabled': () => say('Two-factor enabled', 'An administrator set up an authenticator app.'),
  'second-factor-removed': () => say('Two-factor removed', 'An administrator removed the authenticator app.'),
  'passkey-added': () => say('Passkey added', 'An administrator added a passkey.'),
  'passkey-removed': () => say('Passkey removed', 'An administrator removed a passkey.'),
  'recovery-codes-made': () => say('Recovery codes made', 'An administrator made new recovery codes.'),
  'recovery-code-used': () =>
    say('Recovery code used', 'An administrator used a recovery code in place of the authenticator app.'),
  'session-ended': () => say('Session ended', 'An administrator signed another device out.'),
  'other-sessions-ended': () => say('Sessions ended', 'An administrator signed all other devices out.'),
  'personal-data-confirmed': (_, facts) =>
    say('Request of personal data confirmed', `A customer’s request of ${facts.kind ?? 'their data'} was confirmed.`),
  'personal-data-refused': (_, facts) =>
    say('Request of personal data refused', `A customer’s request of ${facts.kind ?? 'their data'} was refused.`),
  'kept-invoice-viewed': (_, facts) =>
    say('Kept invoice viewed', `Invoice ${facts.number ?? ''} of an erased customer was opened.`),
  'payouts-exported': (_subject, { number = 'A file', transfers }) =>
    say(
      'Payouts exported',
      `${number} was made for the bank: ${transfers === '1' ? 'one transfer' : `${transfers ?? 'some'} transfers`}.`,
    ),
  'payouts-confirmed': (_subject, { number = 'A file' }) =>
    say('Payout file confirmed', `${number} was confirmed by a second administrator.`),
  'payouts-withdrawal-asked': (_subject, { number = 'A file' }) =>
    say(
      'Withdrawal of a payout file asked for',
      `A first administrator asked to withdraw ${number}, which was fetched.`,
    ),
  'payouts-fetched': (_subject, { number = 'A file' }) =>
    say('Payouts fetched', `${number}, with names and accounts, was fetched.`),
  'payouts-withdrawn': (_subject, { number = 'A file' }) =>
    say('Payouts withdrawn', `${number} was withdrawn: what is not paid may go into another file.`),
  'statement-imported': (_subject, facts) =>
    say(
      'Bank statement imported',
      `${were(facts.lines, 'new line', ' of the bank')} imported${facts.account ? ', of an account that was confirmed and is not configured' : ''}${facts.asked ? `; ${facts.asked} may be known` : ''}${facts.confirmed ? '; a gap or a day to come was confirmed' : ''}.`,
    ),
  'statement-lines-answered': (_subject, facts) =>
    say(
      'Lines of the bank told apart',
      `${were(facts.lines, 'line', ' of the bank')} ${facts.is === 'same' ? 'said to be the same as one imported before' : 'said to be another than one imported before'}.`,
    ),
  'rates-recorded': (_, { currency = 'A currency', rate = '', from = '', step }) =>
    step === undefined
      ? say('Exchange rate recorded', `${currency} is ${rate} from ${from} on, by hand.`)
      : sayRate(step, `A rate of ${rate} for ${currency} from ${from} on`),
  'rates-imported': (_, { rates, from = '', to, step }) =>
    step === undefined
      ? say(
          'Exchange rates imported',
          `${were(rates, 'rate', ' of the European Central Bank')} imported, ${to ? `from ${from} to ${to}` : `of ${from}`}.`,
        )
      : sayRate(step, `A file of the European Central Bank (new rates: ${rates ?? '0'})`),
  'credit-reminder-sent': (_subject, facts) =>
    say('Credit reminder sent', `A customer was reminded by mail of drawn credit in ${facts.currency ?? 'a wallet'}.`),
  'credit-reminders-paused': () =>
    say('Credit reminders paused', 'A customer is not reminded of drawn credit any more.'),
  'credit-reminders-resumed': () => say('Credit reminders go on', 'A customer is reminded of drawn credit again.'),
  'export-made': (subject, facts) =>
    say('Export made', `${facts.format?.toUpperCase() ?? 'A file'} of the ${subject.kind} was downloaded.`),
};

export const describeAction = (
  action: AdminAction,
  subject: { kind: string; id: string },
  facts: Readonly<Record<string, string>>,
): Sentence => ACTIONS[action](subject, facts);
