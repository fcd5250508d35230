import { CORRECTIONS } from '#core/aggregates/correction/kinds.ts';
import type { LedgerEvent } from '#core/aggregates/events.ts';
import { monthName } from '#core/aggregates/period/months.ts';
import { SECTIONS } from '#core/aggregates/settings/sections.ts';
import type { LinePart } from '#core/aggregates/suspense/events.ts';
import { rateWords } from '#core/kernel/money/dated-rates.ts';
import { formatMoney, type Money } from '#core/kernel/money/money.ts';
import { describeAction } from './action-sentences.ts';
import { type Sentence, say } from './sentence.ts';

type SentenceOf<Event> = Event extends { type: infer Type; data: infer Data }
  ? { readonly type: Type; readonly describe: (data: Data) => Sentence }
  : never;
type Sentences = {
  readonly [Type in LedgerEvent['type']]: SentenceOf<Extract<LedgerEvent, { type: Type }>>['describe'];
};

const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
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
  WalletPaymentCancelled: ({ reference }) =>
    reference.startsWith('correction:')
      ? say('Nothing taken', 'The bank took back a deposit, and the wallet had no funds. The customer owes all of it.')
      : say('Payment cancelled', 'A queued payment will not be taken any more.'),
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
  BankLineHeldInSuspense: ({ amount, takenBackFrom, valueDate }) =>
    takenBackFrom
      ? say(
          'Taken back into suspense',
          `${formatMoney(amount)} of the bank is not deposit ${takenBackFrom.number}, which another line pays${valuedOn(valueDate)}.`,
        )
      : say(
          'Held in suspense',
          `${formatMoney(amount)} that the bank received from nobody known${valuedOn(valueDate)}.`,
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
