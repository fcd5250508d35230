import type { AdminAction } from '#core/aggregates/admin/events.ts';
import { CORRECTIONS } from '#core/aggregates/correction/kinds.ts';
import type { LedgerEvent } from '#core/aggregates/events.ts';
import { monthName } from '#core/aggregates/period/months.ts';
import { SECTIONS } from '#core/aggregates/settings/sections.ts';
import type { LinePart } from '#core/aggregates/suspense/events.ts';
import { rateWords } from '#core/kernel/money/dated-rates.ts';
import { formatMoney, type Money } from '#core/kernel/money/money.ts';

/** A few words, and a sentence with its figures. Never personal data. */
export type Sentence = { readonly title: string; readonly summary: string };

type SentenceOf<Event> = Event extends { type: infer Type; data: infer Data }
  ? { readonly type: Type; readonly describe: (data: Data) => Sentence }
  : never;
type Sentences = {
  readonly [Type in LedgerEvent['type']]: SentenceOf<Extract<LedgerEvent, { type: Type }>>['describe'];
};

const say = (title: string, summary: string): Sentence => ({ title, summary });
const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
/** The count of an action's facts with what it counts: '1 rate was', '2 rates were'. */
const were = (count: string | undefined, one: string, of = ''): string =>
  count === '1' ? `1 ${one}${of} was` : `${count ?? 'Some'} ${one}s${of} were`;
const withNote = (note: string | null): string => (note === null ? '' : ' A note was left.');

/** 1250 basis points → "12.5 %". */
function percent(basisPoints: number): string {
  const fraction = String(basisPoints % 100).padStart(2, '0');
  return `${Math.floor(basisPoints / 100)}.${fraction}`.replace(/\.?0+$/, '').concat(' %');
}

const bySecond = (first: string | undefined): string =>
  first === undefined ? '' : ', by the second of two administrators';
const valuedOn = (valueDate: string | undefined): string =>
  valueDate === undefined ? '' : `, value date ${valueDate}`;
const feeText = (fee: Money): string =>
  fee.amount === 0n ? 'without a fee' : `with a deposit fee of ${formatMoney(fee)}`;

const correctionWords = ({ kind, amount, corrects, valueDate, reason }: CorrectionWords): string =>
  `${CORRECTIONS[kind].title}: ${formatMoney(amount)}${corrects ? ` of ${corrects.number}` : ''}${valuedOn(valueDate)}. “${reason}”`;
type CorrectionWords = Pick<
  Extract<LedgerEvent, { type: 'CorrectionBooked' }>['data'],
  'kind' | 'amount' | 'corrects' | 'valueDate' | 'reason'
>;

const CANCEL_REASON = {
  expired: 'It was not paid in time.',
  customer: 'The customer cancelled it.',
  administrator: 'An administrator cancelled it.',
} as const;

/** One entry for each event type: a new one does not compile until it has its words here. */
const SENTENCES: Sentences = {
  CustomerRegistered: () => say('Account registered', 'A new customer account was opened.'),
  CustomerEmailVerified: () => say('E-mail verified', 'The customer confirmed the e-mail address.'),
  CustomerEmailChanged: () => say('E-mail changed', 'The customer changed the e-mail address.'),
  CustomerPasswordChanged: () => say('Password changed', 'The password was changed.'),
  CustomerMfaEnabled: () => say('Two-factor authentication switched on', 'Two-factor authentication was switched on.'),
  CustomerMfaDisabled: () =>
    say('Two-factor authentication switched off', 'Two-factor authentication was switched off.'),
  CustomerApiKeyIssued: (data) =>
    say(
      'API key created',
      data.abilities.length === 0
        ? 'A new API key was issued.'
        : `A new API key was issued that may: ${data.abilities.join(', ')}.`,
    ),
  CustomerApiKeyRevoked: () => say('API key revoked', 'The API key no longer opens anything.'),
  CustomerCompanyDetailsSaved: (data) =>
    say(
      'Company details saved',
      data.isComplete ? 'The company details are complete.' : 'The company details are still incomplete.',
    ),
  CustomerIdentityChanged: () =>
    say(
      'Company identity changed',
      'The approved company has another name, number, country or tax number: payouts wait.',
    ),
  CustomerDocumentAdded: (data) =>
    say('Document added', `A company document was uploaded (SHA-256 ${data.sha256.slice(0, 12)}…).`),
  CustomerDocumentRemoved: () => say('Document removed', 'A company document was deleted.'),
  CustomerBankingDetailsSaved: () => say('Banking details saved', 'The banking details for payouts were saved.'),
  CustomerApprovalRequested: () => say('Approval requested', 'The customer asks to be approved for the store.'),
  CustomerApproved: (data) => say('Account approved', `The customer may use the store.${withNote(data.note)}`),
  CustomerApprovalRevoked: (data) =>
    say('Approval revoked', `The customer may no longer use the store.${withNote(data.note)}`),
  CustomerDiscountProposed: (data) =>
    say(
      'Discount approved once',
      `A discount of ${percent(data.basisPoints)} on product ${data.productId} waits for a second administrator. It does not count yet.`,
    ),
  CustomerDiscountRejected: (data) =>
    say(
      'Discount rejected',
      `The discount of ${percent(data.basisPoints)} on product ${data.productId} that waited was taken back.`,
    ),
  CustomerDiscountSet: (data) =>
    data.basisPoints === 0
      ? say('Discount removed', `There is no discount on product ${data.productId} any more.`)
      : say(
          'Discount set',
          `${percent(data.basisPoints)} discount on product ${data.productId}${bySecond(data.firstApprovedBy)}.`,
        ),
  CustomerErased: () => say('Account erased', 'The personal data was erased; the ledger keeps its entries.'),

  WalletOpened: (data) => say('Wallet opened', `A ${data.currency} wallet was opened.`),
  WalletCredited: ({ reason, amount, document }) =>
    ({
      deposit: say('Deposit credited', `${formatMoney(amount)} was credited for deposit ${document.number}.`),
      refund: say('Refund credited', `${formatMoney(amount)} was given back for order ${document.number}.`),
      'payout-returned': say(
        'Returned payout credited',
        `${formatMoney(amount)} of ${document.number} came back from the bank.`,
      ),
    })[reason],
  WalletDebited: ({ reason, amount, document }) =>
    ({
      order: say('Order paid', `${formatMoney(amount)} was taken for order ${document.number}.`),
      'deposit-fee': say('Deposit fee charged', `${formatMoney(amount)} was charged for deposit ${document.number}.`),
      'deposit-taken-back': say(
        'Deposit taken back',
        `${formatMoney(amount)} was taken because the bank took back ${document.number}.`,
      ),
    })[reason],
  WalletPaymentQueued: (data) =>
    say(
      'Payment queued',
      `${formatMoney(data.amount)} for order ${data.document.number} waits until the wallet covers it.`,
    ),
  WalletPaymentCancelled: () => say('Payment cancelled', 'A queued payment will not be taken any more.'),
  WalletFundsHeld: (data) =>
    say('Funds held', `${formatMoney(data.amount)} is held for withdrawal ${data.document.number}.`),
  WalletHoldCaptured: (data) =>
    say('Hold captured', `${formatMoney(data.amount)} left the wallet for withdrawal ${data.document.number}.`),
  WalletHoldReleased: (data) =>
    say('Hold released', `${formatMoney(data.amount)} is available again; withdrawal ${data.document.number} ended.`),
  WalletCreditLimitProposed: (data) =>
    say(
      'Credit limit approved once',
      `A credit limit of ${formatMoney(data.limit)} waits for a second administrator. It does not count yet.`,
    ),
  WalletCreditLimitRejected: (data) =>
    say('Credit limit rejected', `The credit limit of ${formatMoney(data.limit)} that waited was taken back.`),
  WalletCreditLimitSet: (data) =>
    say(
      'Credit limit set',
      `The credit limit is now ${formatMoney(data.limit)}${data.firstApprovedBy === undefined ? '' : ', confirmed by a second administrator'}.`,
    ),

  CorrectionProposed: (data) =>
    say('Correction proposed', `${data.number}, ${correctionWords(data)}. A second administrator has to confirm it.`),
  CorrectionBooked: (data) =>
    say('Correction booked', `${data.number}, ${correctionWords(data)}${bySecond(data.firstApprovedBy)}.`),
  CorrectionRejected: () => say('Correction rejected', 'Nothing was booked.'),

  DepositRequested: (data) =>
    say('Deposit requested', `${formatMoney(data.amount)} was announced as ${data.number}.${withNote(data.note)}`),
  DepositProofUploaded: (data) =>
    say('Payment proof uploaded', `A payment proof was uploaded (SHA-256 ${data.sha256.slice(0, 12)}…).`),
  DepositApprovalProposed: (data) =>
    say(
      'Deposit approved once',
      `${formatMoney(data.approvedAmount)} was approved, ${feeText(data.fee)}${valuedOn(data.valueDate)}. A second administrator has to confirm it.${withNote(data.note)}`,
    ),
  DepositApproved: (data) =>
    say(
      'Deposit approved',
      `${formatMoney(data.approvedAmount)} was approved, ${feeText(data.fee)}${bySecond(data.firstApprovedBy)}${valuedOn(data.valueDate)}.${withNote(data.note)}`,
    ),
  DepositRejected: () => say('Deposit rejected', 'No funds were credited. A note was left.'),
  DepositDeleted: () => say('Deposit deleted', 'The customer withdrew the request before it was decided.'),

  OrderPlaced: (data) =>
    say(
      'Order placed',
      `${data.number}: ${plural(
        data.lines.reduce((count, line) => count + line.quantity, 0),
        'code',
      )} of ${plural(data.lines.length, 'product')} for ${formatMoney(data.total)}.`,
    ),
  OrderPaid: (data) => say('Order paid', `${formatMoney(data.amount)} was taken from the wallet.`),
  OrderRateDifferenceBooked: ({ amount, reason, rates }) =>
    say(
      'Rate difference booked',
      `${formatMoney({ ...amount, amount: amount.amount < 0n ? -amount.amount : amount.amount })} ${DIFFERENCE[reason](amount.amount > 0n)} on currencies: ${rates.map(rateWords).join(', ')} on the day of the payment.`,
    ),
  OrderFulfilled: (data) =>
    say(
      'Order fulfilled',
      `${plural(
        data.lines.reduce((count, line) => count + line.quantity, 0),
        'gift code',
      )} delivered.`,
    ),
  OrderPartlyFulfilled: (data) =>
    say(
      'Order delivered in part',
      `${plural(
        data.lines.reduce((count, line) => count + line.quantity, 0),
        'gift code',
      )} delivered so far; ${formatMoney(data.held)} is held for the rest.`,
    ),
  OrderDeferred: (data) => say('Order waits for stock', `${formatMoney(data.held)} is held until it is delivered.`),
  OrderRestReleased: (data) =>
    say(
      'Rest released',
      `${plural(
        data.lines.reduce((count, line) => count + line.quantity, 0),
        'gift code',
      )} will not be delivered; ${formatMoney(data.amount)} goes back to the wallet.`,
    ),
  OrderCancelled: (data) =>
    say(
      'Order cancelled',
      `${CANCEL_REASON[data.reason]} ${data.wasPaid ? 'The payment is given back.' : 'Nothing had been paid.'}${withNote(data.note)}`,
    ),
  OrderRefunded: (data) => say('Order refunded', `${formatMoney(data.amount)} was given back to the wallet.`),
  OrderCodesRevealed: (data) => say('Gift codes revealed', `${plural(data.codes, 'gift code')} shown in the clear.`),

  WithdrawalRequested: (data) =>
    say(
      'Withdrawal requested',
      `${formatMoney(data.amount)} as ${data.number}, asked for by the ${data.requestedBy}.${withNote(data.userNote ?? data.adminNote)}`,
    ),
  WithdrawalFundsHeld: () => say('Funds held', 'The wallet holds the amount until the withdrawal is decided.'),
  WithdrawalFailed: (data) => say('Withdrawal failed', `Nothing was taken: ${data.reason}`),
  WithdrawalPayoutProposed: (data) =>
    say(
      'Payout approved once',
      `A second administrator has to make the transfer and complete it.${withNote(data.note)}`,
    ),
  WithdrawalCompleted: (data) =>
    say(
      'Withdrawal completed',
      `${formatMoney(data.amount)} was paid out to the bank${bySecond(data.firstApprovedBy)}${valuedOn(data.valueDate)}.${withNote(data.note)}`,
    ),
  WithdrawalRejected: (data) =>
    say(
      'Withdrawal rejected',
      `Nothing was paid out; the held funds are released.${withNote(data.adminNote ?? data.userNote ?? data.jointNote ?? null)}`,
    ),

  PeriodClosed: (data) =>
    say(
      'Month closed',
      [
        `${monthName(data.month)} was closed, with every month before it. Nothing is booked into it.`,
        ...(data.open ? [`Open then: ${data.open.points.join(' ')} Reason: ${data.open.reason}`] : []),
      ].join(' '),
    ),
  BankLineHeldInSuspense: (data) =>
    say(
      'Held in suspense',
      `${formatMoney(data.amount)} that the bank received from nobody known${valuedOn(data.valueDate)}.`,
    ),
  BankLineSplitProposed: (data) =>
    say(
      'Deposits approved from one line, first approval',
      `${formatMoney(data.amount)} of the bank: ${partsText(data.parts)}${valuedOn(data.valueDate)}.`,
    ),
  BankLineSplit: (data) =>
    say(
      'Deposits approved from one line',
      `${formatMoney(data.amount)} of the bank: ${partsText(data.parts)}${valuedOn(data.valueDate)}.`,
    ),
  BankLineSplitRejected: () =>
    say('Approval from one line rejected', 'The deposits still wait, and the line of the bank is in suspense.'),
  BankLineAssigned: (data) =>
    say(
      'Assigned from suspense',
      `${formatMoney(data.amount)} of the bank is deposit ${data.document.number}${valuedOn(data.valueDate)}.`,
    ),
  BankLinePartReleased: (data) =>
    say(
      'Part of a line left in suspense',
      `${formatMoney(data.amount)} of the bank was for deposit ${data.document.number}, which was decided otherwise. It can be returned, or assigned to another deposit.`,
    ),
  BankLineReturned: (data) =>
    say('Returned from suspense', `${formatMoney(data.amount)} went back to its sender${valuedOn(data.valueDate)}.`),
  SettingsChangeProposed: (data) =>
    say(
      'Change of settings proposed',
      `${SECTIONS[data.section].title}: ${data.dueAt === null ? 'a second owner has to confirm it' : `it counts from ${data.dueAt.slice(0, 16).replace('T', ' ')} UTC, unless it is withdrawn`}. “${data.why}”`,
    ),
  SettingsChangeConfirmed: (data) =>
    say(
      'Change of settings confirmed',
      `${SECTIONS[data.section].title}: it counts from ${data.dueAt.slice(0, 16).replace('T', ' ')} UTC, unless it is withdrawn.`,
    ),
  SettingsChangeWithdrawn: (data) =>
    say('Change of settings withdrawn', `${SECTIONS[data.section].title}: nothing was changed.`),
  SettingsChanged: (data) =>
    say(
      'Settings changed',
      `${SECTIONS[data.section].title}, version ${data.version}${data.confirmedBy === undefined ? '' : ', confirmed by a second owner'}. “${data.why}”`,
    ),
  PeriodReopened: (data) => say('Month reopened', `${monthName(data.month)} was reopened: ${data.reason}`),
  AdministratorActed: (data) => describeAction(data.action, data.subject, data.facts),
};

const partsText = (parts: readonly LinePart[]): string =>
  parts.map(({ document, amount }) => `${document.number} ${formatMoney(amount)}`).join(', ');

const DIFFERENCE = {
  payment: (isGain: boolean) => (isGain ? 'were gained' : 'were lost'),
  refund: (isPositive: boolean) => (isPositive ? 'of a loss were taken back' : 'of a gain were taken back'),
} as const;

type ActionSentence = (subject: { kind: string; id: string }, facts: Readonly<Record<string, string>>) => Sentence;

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

const catalogueWords = ({ title = 'a file', kind = 'products' }: Readonly<Record<string, string>>): string => {
  if (kind === 'discounts') return `The change of a customer’s discounts “${title}”`;
  return kind === 'prices' ? `The change of prices “${title}”` : `The file of ${kind} “${title}”`;
};

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
    say('Bulk change ended', `${catalogueWords(facts)} ended: who planned it may not make such a change any more.`),
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
    say('Payouts withdrawn', `${number} was withdrawn: what it pays may go into another file.`),
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
  'rates-recorded': (_, { currency = 'A currency', rate = '', from = '' }) =>
    say('Exchange rate recorded', `${currency} is ${rate} from ${from} on, by hand.`),
  'rates-imported': (_, { rates, from = '', to }) =>
    say(
      'Exchange rates imported',
      `${were(rates, 'rate', ' of the European Central Bank')} imported, ${to ? `from ${from} to ${to}` : `of ${from}`}.`,
    ),
  'credit-reminder-sent': (_subject, facts) =>
    say('Credit reminder sent', `A customer was reminded by mail of drawn credit in ${facts.currency ?? 'a wallet'}.`),
  'credit-reminders-paused': () =>
    say('Credit reminders paused', 'A customer is not reminded of drawn credit any more.'),
  'credit-reminders-resumed': () => say('Credit reminders go on', 'A customer is reminded of drawn credit again.'),
  'export-made': (subject, facts) =>
    say('Export made', `${facts.format?.toUpperCase() ?? 'A file'} of the ${subject.kind} was downloaded.`),
};

function describeAction(
  action: AdminAction,
  subject: { kind: string; id: string },
  facts: Readonly<Record<string, string>>,
): Sentence {
  return ACTIONS[action](subject, facts);
}

/** Amounts are formatted in their own currency; of a note it says only that there is one. */
export function describeEvent(event: LedgerEvent): Sentence {
  // The map is keyed by the event's own type, which TypeScript cannot follow through a union.
  const describe = SENTENCES[event.type] as (data: LedgerEvent['data']) => Sentence;
  return describe(event.data);
}

/** The title alone, where no data is loaded: "DepositApproved" → "Deposit approved". */
export function titleOfType(type: string): string {
  const words = type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
