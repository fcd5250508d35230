import type { PayInto } from '#core/aggregates/deposit/events.ts';
import { postingsOf, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { OrderLine } from '#core/aggregates/order/events.ts';
import type { DocumentRef } from '#core/kernel/log/event.ts';
import { fromLine } from '#core/kernel/log/value-date.ts';
import { type AppliedRate, rateWords } from '#core/kernel/money/dated-rates.ts';
import { formatMoney as textOf } from '#core/kernel/money/money.ts';
import type { Posting } from '#core/kernel/money/postings.ts';
import { FIRST_DAY } from '#core/kernel/money/rate-sources.ts';
import { roundingUnder } from '#core/ledger/rules.ts';
import { recallOf, valuesOf } from '#core/ledger/settings.ts';
import type { KeptPapers } from './kept-papers.ts';
import type { Reading } from './reading.ts';
import { type ExplainNode, stepOf } from './tree.ts';

const TITLES: Readonly<Record<DocumentRef['kind'], string>> = {
  deposit: 'Deposit',
  order: 'Order',
  withdrawal: 'Withdrawal',
};

export type PaperName = Pick<DocumentRef, 'kind' | 'id'>;

type ExplainedPaper = {
  readonly node: ExplainNode;
  readonly walletId: string;
  readonly bankLineId?: string;
  /** Where in the log its events are. */
  readonly steps: readonly bigint[];
};

/** A deposit, order or withdrawal with everything that happened to it; null when there is none. */
export async function explainPaper(reading: Reading, { kind, id }: PaperName): Promise<ExplainedPaper | null> {
  const { kept } = reading;
  const children: ExplainNode[] = [];
  let node: ExplainNode | undefined;
  let walletId = '';
  let line: { readonly bankLineId?: string } = {};
  const steps: bigint[] = [];
  for await (const event of reading.events(`${kind}-${id}`)) {
    steps.push(event.position);
    if (event.type === 'DepositRequested' || event.type === 'OrderPlaced' || event.type === 'WithdrawalRequested') {
      const { number, customerId } = event.data;
      walletId = event.data.walletId;
      node = {
        what: `${TITLES[kind]} ${number}`,
        amount: event.type === 'OrderPlaced' ? event.data.total : event.data.amount,
        facts: { id, customer: customerId, wallet: walletId },
        children,
      };
    }
    if ('bankLineId' in event.data) line = fromLine(event.data.bankLineId);
    const step = explainStep(event, node?.what ?? '');
    const facts = { ...step.facts, ...(await roundingOf(reading, event)) };
    children.push({
      ...step,
      ...(Object.keys(facts).length > 0 && { facts }),
      children: [...step.children, ...postingNodes(postingsOf(event))],
    });
    if (event.type === 'DepositRequested') children.push(...(await payIntoNodes(reading, event.data.payInto)));
  }
  if (!node) return null;
  if (kind === 'withdrawal') children.push(...(await transferNodes(kept, id)));
  if (line.bankLineId !== undefined) children.push(...(await bankLineNodes(kept, line.bankLineId)));
  return { node, walletId, steps, ...line };
}

/** How its discounts and fees were rounded, where that was not the standard. */
async function roundingOf(
  { settings }: Reading,
  { type, metadata }: RecordedLedgerEvent,
): Promise<Record<string, string>> {
  if ((type !== 'OrderPlaced' && type !== 'DepositApproved') || metadata.settingsVersion === undefined) return {};
  const rounding = roundingUnder(await settings(), metadata.settingsVersion);
  return rounding === 'half-even' ? {} : { rounding: rounding.replaceAll('-', ' ') };
}

/** The account that the deposit's paper asked to pay into; empty for a deposit of before there were settings. */
async function payIntoNodes(reading: Reading, payInto: PayInto | undefined): Promise<ExplainNode[]> {
  if (!payInto) return [];
  const { settingsVersion, accountId } = payInto;
  const settings = await reading.settings();
  const account = valuesOf(settings, settingsVersion).accounts?.accounts.find(({ id }) => id === accountId);
  const printed = account && {
    beneficiary: account.beneficiary,
    bank: account.bank,
    number: account.number,
    ...(account.bic !== null && { BIC: account.bic }),
    ...(account.routing !== null && { routing: account.routing }),
  };
  const facts = { ...printed, account: accountId, 'version of the settings': String(settingsVersion) };
  const recall = account && recallOf(settings, account);
  const recalled =
    recall &&
    stepOf(recall, 'The account was recalled: customers are told not to pay into it', {
      facts: { why: recall.data.why, version: String(recall.data.version) },
    });
  return [{ what: 'Its paper asks to pay into', facts, children: recalled ? [recalled] : [] }];
}

/** The files for the bank that contain a payout: at most one that was not withdrawn. */
async function transferNodes(kept: KeptPapers | undefined, withdrawalId: string): Promise<ExplainNode[]> {
  const transfers = (await kept?.transfersOf(withdrawalId)) ?? [];
  return transfers.map(({ file, endToEndId, madeBy, madeAt, withdrawnAt }) => ({
    what: `In the payout file ${file}${withdrawnAt ? ', which was withdrawn' : ''}`,
    by: { kind: 'administrator', id: madeBy },
    facts: {
      'end-to-end id': endToEndId,
      made: madeAt.toISOString(),
      ...(withdrawnAt ? { withdrawn: withdrawnAt.toISOString() } : {}),
    },
    children: [],
  }));
}

/** The content of the line on the bank's statement; empty when it is not available. */
export async function bankLineNodes(kept: KeptPapers | undefined, lineId: string): Promise<ExplainNode[]> {
  const line = await kept?.lineOf(lineId);
  if (!line) return [];
  const { amount, bookedOn, valueDate, reference, statement, account } = line;
  const facts = { statement, account, 'booked on': bookedOn, 'value date': valueDate, reference };
  return [{ what: 'Line of the bank', amount, facts, children: [] }];
}

/** One event of a paper's stream, as a step of its life, without what it books. */
function explainStep(event: RecordedLedgerEvent, title: string): ExplainNode {
  switch (event.type) {
    case 'DepositRequested':
      return stepOf(event, 'Asked for', { amount: event.data.amount });
    case 'DepositProofUploaded': {
      const { fileId, sha256, contentType } = event.data;
      const name = `payment-proof-${title.split(' ').at(-1) ?? ''}`;
      return stepOf(event, 'Proof of payment', {
        facts: { file: name, type: contentType, 'SHA-256': sha256, id: fileId },
      });
    }
    case 'DepositApprovalProposed':
      return stepOf(event, 'Approved by the first pair of eyes', { amount: event.data.approvedAmount });
    case 'DepositApproved':
      return stepOf(event, 'Approved', {
        amount: event.data.approvedAmount,
        facts: {
          ...(event.data.fee.amount > 0n ? { fee: textOf(event.data.fee) } : {}),
          ...valueDateOf(event.data.valueDate),
          ...lineOf(event.data.bankLineId),
        },
        children: eyesOf(event, event.data.firstApprovedBy),
      });
    case 'DepositRejected':
      return stepOf(event, 'Rejected');
    case 'OrderPlaced':
      return stepOf(event, 'Ordered', {
        amount: event.data.total,
        facts: ratesOfDay(event.data.rates),
        children: event.data.lines.map(lineNode),
      });
    case 'OrderPaid':
      return stepOf(event, 'Paid', { amount: event.data.amount, facts: { reference: event.data.paymentReference } });
    case 'OrderRateDifferenceBooked': {
      const { amount, rates } = event.data;
      return stepOf(event, 'Rate difference booked', { amount, facts: ratesOfDay(rates) });
    }
    case 'OrderFulfilled':
      return stepOf(event, 'Codes delivered', { children: event.data.lines.map(deliveredNode) });
    case 'OrderPartlyFulfilled':
      return stepOf(event, 'Codes delivered in part', {
        facts: { 'held for the rest': textOf(event.data.held) },
        children: event.data.lines.map(deliveredNode),
      });
    case 'OrderDeferred':
      return stepOf(event, 'Waits for stock, its payment is held', { amount: event.data.held });
    case 'OrderRestReleased':
      return stepOf(event, 'The rest released', { amount: event.data.amount });
    case 'OrderCancelled':
      return stepOf(event, `Cancelled: ${event.data.reason}`);
    case 'OrderRefunded':
      return stepOf(event, 'Refunded', { amount: event.data.amount, facts: { reference: event.data.refundReference } });
    case 'WithdrawalRequested':
      return stepOf(event, `Asked for by the ${event.data.requestedBy}`, { amount: event.data.amount });
    case 'WithdrawalPayoutProposed':
      return stepOf(event, 'Payout approved by the first pair of eyes');
    case 'WithdrawalCompleted':
      return stepOf(event, 'Paid out', {
        amount: event.data.amount,
        facts: { ...valueDateOf(event.data.valueDate), ...lineOf(event.data.bankLineId) },
        children: eyesOf(event, event.data.firstApprovedBy),
      });
    case 'WithdrawalFailed':
      return stepOf(event, 'Failed: nothing was taken', { facts: { why: event.data.reason } });
    default:
      return stepOf(event, wordsOf(event.type));
  }
}

/** The two approvers, or the one who was enough. */
export function eyesOf(event: RecordedLedgerEvent, first: string | undefined): ExplainNode[] {
  const by = event.metadata.actor;
  if (first === undefined) return [{ what: 'One pair of eyes was enough', by, children: [] }];
  return [
    { what: 'First pair of eyes', by: { kind: 'administrator', id: first }, children: [] },
    { what: 'Second pair of eyes', by, children: [] },
  ];
}

export const postingNodes = (postings: readonly Posting[]): ExplainNode[] =>
  postings.map(({ account, amount }) => ({
    what: `${amount.amount > 0n ? 'Debit' : 'Credit'} ${account}`,
    amount: { ...amount, amount: amount.amount > 0n ? amount.amount : -amount.amount },
    children: [],
  }));

const deliveredNode = ({ quantity, codesDigest }: { readonly quantity: number; readonly codesDigest: string }) => ({
  what: quantity === 1 ? '1 code' : `${quantity} codes`,
  facts: { 'digest of their ids': codesDigest },
  children: [],
});

const lineNode = (line: OrderLine): ExplainNode => ({
  what: `${line.quantity} × ${line.productName} ${line.variantName}`,
  amount: line.total,
  facts: {
    ...(line.listPrice ? { 'list price': textOf(line.listPrice) } : {}),
    'unit price': textOf(line.unitPrice),
    ...(line.discount.amount > 0n ? { discount: textOf(line.discount) } : {}),
    ...(line.conversionFee.amount > 0n ? { 'conversion fee': textOf(line.conversionFee) } : {}),
  },
  children: [],
});

/** By currency; empty when nothing was converted. */
const ratesOfDay = (rates: readonly AppliedRate[] = []): Record<string, string> =>
  Object.fromEntries(
    rates.map(({ currency, from, source, ...rate }) => [
      `rate of ${currency}`,
      `${rateWords({ currency, ...rate })}, ${source}${from === FIRST_DAY ? '' : ` of ${from}`}`,
    ]),
  );

const valueDateOf = (valueDate: string | undefined): Record<string, string> =>
  valueDate === undefined ? {} : { 'value date': valueDate };

const lineOf = (bankLineId: string | undefined): Record<string, string> =>
  bankLineId === undefined ? {} : { 'line of the bank': bankLineId };

/** `WithdrawalFundsHeld` → `Funds held`: without the paper's name, which is in the line above. */
export function wordsOf(type: string): string {
  const [first = '', ...rest] = type.replace(/^(Deposit|Order|Withdrawal|Wallet)/, '').split(/(?=[A-Z])/);
  return [first, ...rest.map((word) => word.toLowerCase())].join(' ');
}
