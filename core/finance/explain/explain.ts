import { CORRECTIONS } from '#core/aggregates/correction/kinds.ts';
import { postingsOf, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { suspenseIdOf } from '#core/aggregates/suspense/line-stream.ts';
import { isCanonicalUuid } from '#core/kernel/commands/ids.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { formatMoney, type Money, money } from '#core/kernel/money/money.ts';
import { bankLineNodes, explainPaper, eyesOf, type PaperName, postingNodes, wordsOf } from './papers.ts';
import { allOf, createReading, type Explaining, eventsAround, type Reading } from './reading.ts';
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
 * Leads from a figure down to its events, the papers behind them, the proofs and the approvals. Null when the subject does not exist.
 * @throws DomainError unavailable; EventDecodeError
 */
export async function explain(
  store: Pick<EventStore, 'readStream'>,
  subject: Subject,
  explaining: Explaining,
): Promise<ExplainNode | null> {
  const { category, id, revision } = subject;
  const reading = createReading(store, explaining);
  if (revision !== undefined) return explainEvent(reading, subject, revision);
  if (category === 'wallet') return explainWallet(reading, id);
  if (category === 'suspense') return explainLine(reading, id);
  if (category === 'correction') return explainCorrection(reading, id);
  const paper = await explainPaper(reading, { kind: category, id });
  if (!paper) return null;
  const line =
    paper.bankLineId === undefined
      ? null
      : await explainLine({ ...reading, kept: undefined }, suspenseIdOf(paper.bankLineId));
  const { booked, facts } = await bookingsOf(
    reading,
    paper.walletId,
    async () => [...paper.steps, ...((await reading.bounds?.movementsOf(id)) ?? [])],
    ({ data }) => 'document' in data && data.document.id === id,
  );
  const children = [...booked, ...(line ? [line] : [])];
  return {
    ...paper.node,
    children: [
      ...paper.node.children,
      { what: children.length > 0 ? 'Booked' : 'Nothing is booked', ...(facts && { facts }), children },
    ],
  };
}

/** One event, and the paper that it belongs to. */
async function explainEvent(
  reading: Reading,
  { category, id }: Subject,
  revision: bigint,
): Promise<ExplainNode | null> {
  for await (const event of reading.events(`${category}-${id}`, { from: revision, maxCount: 1 })) {
    const name = paperOf(event, { category, id });
    const paper = name ? await explainPaper(reading, name) : null;
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
async function explainLine({ events, kept }: Reading, id: string): Promise<ExplainNode | null> {
  const children: ExplainNode[] = [];
  let node: ExplainNode | undefined;
  for await (const event of events(`suspense-${id}`)) {
    if (event.type === 'BankLineHeldInSuspense' && !node) {
      const { amount, lineId } = event.data;
      node = { what: 'Line of the bank, in suspense', amount, facts: { id, line: lineId }, children };
      children.push(...(await bankLineNodes(kept, lineId)));
    }
    children.push(explainBooking(event));
  }
  return node ?? null;
}

/** Who proposed and confirmed it, why, where its paper is, and what it booked, in the wallet too. */
async function explainCorrection(reading: Reading, id: string): Promise<ExplainNode | null> {
  const children: ExplainNode[] = [];
  const own = await allOf(reading.events(`correction-${id}`));
  let node: ExplainNode | undefined;
  for (const event of own) {
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
    if (bankLineId !== undefined) children.push(...(await bankLineNodes(reading.kept, bankLineId)));
    if (walletId === undefined) continue;
    const { booked, facts: looked } = await bookingsOf(
      reading,
      walletId,
      async () => own.map(({ position }) => position),
      ({ data }) => 'reference' in data && data.reference === `correction:${id}`,
    );
    children.push(...booked, ...(looked ? [{ what: 'Booked in a long wallet', facts: looked, children: [] }] : []));
  }
  return node ?? null;
}

/** The wallet's own bookings. `facts` say where they were looked for, where that was not the whole wallet. */
async function bookingsOf(
  reading: Reading,
  walletId: string,
  steps: () => Promise<readonly bigint[]>,
  isOwn: (event: RecordedLedgerEvent) => boolean,
) {
  const { events, count } = await eventsAround(reading, walletId, steps);
  const isAll = BigInt(events.length) === count;
  const where = `The wallet has ${count} events. Those around each step of this paper were looked at.`;
  return { booked: events.filter(isOwn).map(explainBooking), ...(!isAll && { facts: { where } }) };
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
