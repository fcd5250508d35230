import { CORRECTIONS } from '#core/aggregates/correction/kinds.ts';
import { postingsOf, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { suspenseIdOf } from '#core/aggregates/suspense/line-stream.ts';
import { isCanonicalUuid } from '#core/kernel/commands/ids.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { formatMoney, type Money, money } from '#core/kernel/money/money.ts';
import { ledgerCodec } from '#core/ledger/codec.ts';
import type { KeptPapers } from './kept-papers.ts';
import { bankLineNodes, explainPaper, eyesOf, type PaperName, postingNodes, wordsOf } from './papers.ts';
import { type ExplainNode, type Subject, stepOf } from './tree.ts';
import { explainWallet } from './wallets.ts';

const SUBJECT = /^(wallet|deposit|order|withdrawal|suspense|correction)-([0-9a-f-]{36})(?:@(\d{1,15}))?$/;

/** `wallet-<id>`, `deposit-<id>`, `wallet-<id>@12`; undefined for what cannot be explained. */
export function parseSubject(text: string): Subject | undefined {
  const [, category, id = '', revision] = SUBJECT.exec(text) ?? [];
  if (!category || !isCanonicalUuid(id)) return undefined;
  return {
    category: category as Subject['category'],
    id,
    ...(revision === undefined ? {} : { revision: BigInt(revision) }),
  };
}

/**
 * Leads from a figure down to its events, the papers behind them, the proofs and the approvals. The newest `entries` of
 * each kind of a wallet's movements are listed with their papers; the sums cover all. With `kept`, files for the bank
 * and its lines are included. Null when the subject does not exist.
 * @throws DomainError unavailable; EventDecodeError
 */
export async function explain(
  store: EventStore,
  subject: Subject,
  entries: number,
  kept?: KeptPapers,
): Promise<ExplainNode | null> {
  const { category, id, revision } = subject;
  if (revision !== undefined) return explainEvent(store, subject, revision, kept);
  if (category === 'wallet') return explainWallet(store, id, entries, kept);
  if (category === 'suspense') return explainLine(store, id, kept);
  if (category === 'correction') return explainCorrection(store, id, kept);
  const paper = await explainPaper(store, { kind: category, id }, kept);
  if (!paper) return null;
  const line = paper.bankLineId === undefined ? null : await explainLine(store, suspenseIdOf(paper.bankLineId));
  const booked = [...(await bookingsOf(store, paper.walletId, id)), ...(line ? [line] : [])];
  return {
    ...paper.node,
    children: [...paper.node.children, { what: booked.length > 0 ? 'Booked' : 'Nothing is booked', children: booked }],
  };
}

/** One event, and the paper that it belongs to. */
async function explainEvent(
  store: EventStore,
  { category, id }: Subject,
  revision: bigint,
  kept: KeptPapers | undefined,
): Promise<ExplainNode | null> {
  for await (const stored of store.readStream(`${category}-${id}`, { from: revision, maxCount: 1 })) {
    const event = ledgerCodec.decode(stored);
    const name = paperOf(event, { category, id });
    const paper = name ? await explainPaper(store, name, kept) : null;
    const node = explainBooking(event);
    return { ...node, children: [...node.children, ...(paper ? [paper.node] : [])] };
  }
  return null;
}

/** The paper that the event names, or whose stream it is in. */
function paperOf({ data }: RecordedLedgerEvent, { category, id }: Subject): PaperName | undefined {
  if ('document' in data) return data.document;
  return category === 'wallet' || category === 'suspense' || category === 'correction'
    ? undefined
    : { kind: category, id };
}

/** A line of the bank that is, or was, in suspense; null for any other line. */
async function explainLine(store: EventStore, id: string, kept?: KeptPapers): Promise<ExplainNode | null> {
  const children: ExplainNode[] = [];
  let node: ExplainNode | undefined;
  for await (const stored of store.readStream(`suspense-${id}`)) {
    const event = ledgerCodec.decode(stored);
    if (event.type === 'BankLineHeldInSuspense') {
      const { amount, lineId } = event.data;
      node = { what: 'Line of the bank, in suspense', amount, facts: { id, line: lineId }, children };
      children.push(...(await bankLineNodes(kept, lineId)));
    }
    children.push(explainBooking(event));
  }
  return node ?? null;
}

/** Who proposed and confirmed it, why, where its paper is, and what it booked, in the wallet too. */
async function explainCorrection(store: EventStore, id: string, kept?: KeptPapers): Promise<ExplainNode | null> {
  const children: ExplainNode[] = [];
  let node: ExplainNode | undefined;
  for await (const stored of store.readStream(`correction-${id}`)) {
    const event = ledgerCodec.decode(stored);
    children.push(explainBooking(event));
    if (event.type !== 'CorrectionProposed') continue;
    const { number, kind, amount, reason, paper, corrects, walletId, valueDate, bankLineId } = event.data;
    const facts = {
      reason,
      'value date': valueDate,
      ...(paper && { paper }),
      ...(corrects && { document: corrects.number }),
    };
    node = { what: `Correction ${number}: ${CORRECTIONS[kind].title}`, amount, facts, children };
    if (bankLineId !== undefined) children.push(...(await bankLineNodes(kept, bankLineId)));
    if (walletId !== undefined) children.push(...(await bookingsUnder(store, walletId, `correction:${id}`)));
  }
  return node ?? null;
}

async function bookingsUnder(store: EventStore, walletId: string, reference: string): Promise<ExplainNode[]> {
  const booked: ExplainNode[] = [];
  for await (const stored of store.readStream(`wallet-${walletId}`)) {
    const event = ledgerCodec.decode(stored);
    if ('reference' in event.data && event.data.reference === reference) booked.push(explainBooking(event));
  }
  return booked;
}

async function bookingsOf(store: EventStore, walletId: string, paperId: string): Promise<ExplainNode[]> {
  const booked: ExplainNode[] = [];
  for await (const stored of store.readStream(`wallet-${walletId}`)) {
    const event = ledgerCodec.decode(stored);
    if ('document' in event.data && event.data.document.id === paperId) booked.push(explainBooking(event));
  }
  return booked;
}

/** An event of a wallet (or of a paper) with its postings. */
function explainBooking(event: RecordedLedgerEvent): ExplainNode {
  const { data } = event;
  const eyes =
    event.type === 'WalletCreditLimitSet' || event.type === 'BankLineSplit'
      ? eyesOf(event, event.data.firstApprovedBy)
      : [];
  const parts =
    'parts' in data
      ? data.parts.map(({ document, amount, fee }) => ({
          what: `Deposit ${document.number}`,
          amount,
          children: [],
          ...(fee.amount > 0n && { facts: { fee: formatMoney(fee) } }),
        }))
      : [];
  return stepOf(event, 'reason' in data ? `${wordsOf(event.type)}: ${data.reason}` : wordsOf(event.type), {
    ...amountOf(event),
    ...('reference' in data ? { facts: { reference: data.reference } } : {}),
    children: [...eyes, ...parts, ...postingNodes(postingsOf(event))],
  });
}

function amountOf({ data }: RecordedLedgerEvent): { readonly amount?: Money } {
  if ('amount' in data) return { amount: money(data.amount.amount, data.amount.currency) };
  return 'limit' in data ? { amount: data.limit } : {};
}
