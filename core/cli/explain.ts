import { InvalidArgumentError } from 'commander';
import { CATEGORIES } from '#core/aggregates/events.ts';
import { suspenseIdOf } from '#core/aggregates/suspense/line-stream.ts';
import { createInvoiceBook } from '#core/finance/checks/invoice-book.ts';
import { explain, parseSubject } from '#core/finance/explain/explain.ts';
import type { KeptPapers } from '#core/finance/explain/kept-papers.ts';
import { type EventPlace, type ExplainNode, type Subject, stepOf } from '#core/finance/explain/tree.ts';
import { isCanonicalUuid } from '#core/kernel/commands/ids.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';
import { formatMoney, type Money } from '#core/kernel/money/money.ts';
import { idOf } from '#core/processes/reaction.ts';
import { didYouMean, findStream, type Name, parseName, streamOf } from './names.ts';
import { createNearest } from './nearest.ts';
import { CliError, EXIT, type Output } from './output.ts';
import { type Log, replay, replayStored } from './replay.ts';
import { inSeconds } from './table.ts';

/** A wallet or a paper, an invoice, a credit note or a file for the bank; one event of a stream by its revision (`wallet-7a1e@12`); or an event by its id or place in the log. */
export type Explained = {
  readonly text: string;
  readonly name?: Name;
  readonly revision?: bigint;
  /** INV-2026-000042, CN-2026-000007 or PAY-000012: a paper that is no stream of its own. */
  readonly number?: string;
};

const INVOICE = /^(inv|cn)-\d{4}-\d{1,12}$/i;
const PAYOUT_FILE = /^pay-\d{1,12}$/i;
const PLACE = /^\d{1,18}$/;

export function parseExplained(text: string): Explained {
  const [named = '', revision] = text.split('@');
  if (revision !== undefined && /^\d{1,15}$/.test(revision)) {
    return { text, name: parseName()(named), revision: BigInt(revision) };
  }
  if (INVOICE.test(text) || PAYOUT_FILE.test(text)) return { text, number: text.toUpperCase() };
  if (PLACE.test(text)) return { text };
  try {
    return { text, name: parseName()(text) };
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new InvalidArgumentError(
      `${error.message} An event goes by its id, its place in the log, or its stream and revision: wallet-7a1e@12.`,
    );
  }
}

/** Prints the tree from a figure down to its events; as JSON, the tree itself. */
export async function explainFigure(
  log: Log,
  wanted: Explained,
  { json = false, ...below }: Below & { readonly json?: boolean },
): Promise<void> {
  const tree = await treeOf(log, wanted, below);
  if (!tree)
    throw new CliError(
      `${wanted.text} is no wallet, deposit, order, withdrawal, invoice, file for the bank or line in suspense, nor an event of one.`,
    );
  if (json) await log.output.line(JSON.stringify(tree, inJson));
  else await writeNode(log.output, tree, '', '');
}

type Below = { readonly limit: number; readonly kept?: KeptPapers | undefined };

async function treeOf(log: Log, wanted: Explained, below: Below) {
  if (wanted.number?.startsWith('PAY-')) return explainPayoutFile(log.store, wanted.number, below);
  if (wanted.number !== undefined) return explainInvoice(log, wanted.number, below);
  const found = await subjectOf(log, wanted);
  return found && explain(log.store, found, { entries: below.limit, kept: below.kept });
}

/** An invoice or a credit note: its place in the series, counted through the log, and the order that it is of. */
async function explainInvoice(log: Log, number: string, { limit, kept }: Below): Promise<ExplainNode> {
  const book = createInvoiceBook();
  const nearest = createNearest(number);
  for await (const event of replay(log)) {
    const invoice = book.apply(event);
    if (!invoice) continue;
    if (invoice.number !== number) {
      nearest.look(invoice.number);
      continue;
    }
    const order = await explain(log.store, { category: 'order', id: idOf(event.streamId) }, { entries: limit, kept });
    const { kind, amount, credits, sequence, year } = invoice;
    return stepOf(event, `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`, {
      amount,
      facts: {
        date: event.metadata.time.slice(0, 10),
        place: `${sequence} of its series of ${year}`,
        customer: invoice.customerId,
        ...(credits === '' ? {} : { credits }),
      },
      children: order ? [order] : [],
    });
  }
  throw new CliError(`No invoice or credit note has the number ${number}.${didYouMean(nearest.found)}`);
}

/** A file for the bank, with each payout or return that it has. It is kept in Postgres. */
async function explainPayoutFile(store: EventStore, number: string, { limit, kept }: Below): Promise<ExplainNode> {
  if (!kept)
    throw new CliError('Files for the bank are kept in Postgres, which does not answer here.', EXIT.unavailable);
  const items = await kept.itemsOf(number);
  if (items.length === 0) throw new CliError(`There is no file for the bank with the number ${number}.`);
  const children: ExplainNode[] = [];
  for (const { withdrawalId, lineId } of items) {
    const subject: Subject | undefined =
      withdrawalId !== null
        ? { category: 'withdrawal', id: withdrawalId }
        : lineId !== null
          ? { category: 'suspense', id: suspenseIdOf(lineId) }
          : undefined;
    const node = subject && (await explain(store, subject, { entries: limit, kept }));
    if (node) children.push(node);
  }
  return { what: `File for the bank ${number}`, facts: { transfers: String(items.length) }, children };
}

/** Amounts as decimals, revisions and positions as they are, and streams by the name that they have in every command. */
function inJson(key: string, value: unknown): unknown {
  if (key === 'amount' && typeof value === 'object') {
    const { amount, currency } = value as Money;
    return { amount: minorToDecimal(amount, currency), currency };
  }
  if (key === 'event' && typeof value === 'object') {
    const { streamId: stream, ...event } = value as EventPlace;
    return { ...event, stream };
  }
  return typeof value === 'bigint' ? String(value) : value;
}

async function subjectOf(log: Log, { text, name, revision }: Explained): Promise<Subject | undefined> {
  const event = revision === undefined ? await findEvent(log, text) : undefined;
  if (event) return parseSubject(event);
  if (!name) return undefined;
  const streamId = await findStream(log, name);
  return parseSubject(revision === undefined ? streamId : `${streamId}@${revision}`);
}

/** An event by its id or its place in the log, as `<stream>@<revision>`; undefined where that is the id of a stream, or nothing. */
async function findEvent(log: Log, text: string): Promise<string | undefined> {
  const isPlace = PLACE.test(text);
  if (!isPlace && (!isCanonicalUuid(text) || (await streamOf(log.store, CATEGORIES, text)))) return undefined;
  if (isPlace) {
    try {
      return await eventAt(log.store, BigInt(text));
    } catch (error) {
      // EventStoreDB refuses to read from a position where no event begins. The search below finds whether the event
      // exists.
      if (!isDomainError(error, 'unavailable')) throw error;
    }
  }
  const events = replayStored(log);
  for await (const { id, position, streamId, revision } of events) {
    if (isPlace ? position === BigInt(text) : id === text) return `${streamId}@${revision}`;
  }
  return undefined;
}

/** Found through the event before it, because a store cannot read a single place. */
async function eventAt(store: EventStore, place: bigint): Promise<string | undefined> {
  let before: { readonly after?: bigint } = {};
  for await (const { position } of store.readAll({ after: place, direction: 'backwards', maxCount: 1 })) {
    before = { after: position };
  }
  for await (const { position, streamId, revision } of store.readAll({ ...before, maxCount: 1 })) {
    if (position === place) return `${streamId}@${revision}`;
  }
  return undefined;
}

async function writeNode(output: Output, node: ExplainNode, first: string, rest: string): Promise<void> {
  const { what, amount, by, event, facts = {}, children } = node;
  const parts = [what, amount && formatMoney(amount), event && inSeconds(event.time), by && `by ${by.kind} ${by.id}`];
  const line = parts.filter((part) => part !== undefined).join('  ');
  await output.line(`${first}${first === '' ? (output.bold?.(line) ?? line) : line}`);
  const below = `${rest}${children.length > 0 ? '│  ' : '   '}`;
  const shown = { ...facts, ...(event ? { event: `${event.streamId}@${event.revision}`, hash: event.hash } : {}) };
  for (const [name, value] of Object.entries(shown)) await output.line(`${below}  ${name}: ${value}`);
  for (const [at, child] of children.entries()) {
    const isLast = at === children.length - 1;
    await writeNode(output, child, `${rest}${isLast ? '└─ ' : '├─ '}`, `${rest}${isLast ? '   ' : '│  '}`);
  }
}
