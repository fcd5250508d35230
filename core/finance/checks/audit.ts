import { ledgerCodec, postingsOf, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { FollowerPlace } from '#core/kernel/following/checkpoint.ts';
import { problemOfPlace } from '#core/kernel/following/log-place.ts';
import { EventDecodeError } from '#core/kernel/log/event-codec.ts';
import type { EventStore, StoredEvent } from '#core/kernel/log/event-store.ts';
import { createChainVerifier } from '#core/kernel/log/hash-chain.ts';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';
import { auditSnapshots } from './audit-snapshots.ts';
import { type Books, balanceIn, currenciesOf, post, totalsIn } from './books.ts';
import { createInvoiceBook } from './invoice-book.ts';
import { createIssuedNumbers, type ReadIssued } from './issued-numbers.ts';
import { createOpenSteps } from './open-steps.ts';
import { createRateTally } from './rate-tally.ts';
import { createSuspenseTally } from './suspense-tally.ts';
import { createWalletTally } from './wallet-tally.ts';

export type AuditOptions = {
  readonly now: Date;
  readonly graceSeconds: number;
  /** The whole log; streams of snapshots that it meets are added to the set. */
  readonly replay: (snapshots: Set<string>) => AsyncIterable<StoredEvent>;
  /** The shelves of codes whose stored numbers differ from a count; null when they cannot be looked at. */
  readonly findWrongShelves?: (() => Promise<readonly string[] | null>) | undefined;
  readonly readIssued?: ReadIssued | undefined;
  /** How far those who follow the log are. */
  readonly readFollowers?: (() => Promise<readonly FollowerPlace[]>) | undefined;
};

async function* noneIssued() {}
const noFollowers = async () => [];

export type Audit = {
  readonly events: number;
  readonly streams: number;
  readonly wallets: number;
  readonly provesWriters: boolean;
  readonly problems: readonly string[];
  /** Open steps younger than the given grace. */
  readonly inProgress: number;
  readonly waitingForStock: number;
  /** Invoices that the log numbers, and how many of them were recorded when they were issued. */
  readonly invoices: number;
  readonly issued: number;
  /** Those whose last event the log has. */
  readonly followers: readonly string[];
  readonly shelves: 'right' | 'wrong' | 'not looked at';
};

/**
 * Audits the whole log by rules that are written here a second time, apart from the deciders: chains, balanced
 * postings, wallets never overdrawn, suspense owed line by line, references applied once, payouts settled, every
 * process finished, snapshots true. It also checks the shelves, which are not in the log.
 */
export async function audit(
  store: EventStore,
  {
    now,
    graceSeconds,
    replay,
    findWrongShelves = async () => null,
    readIssued = noneIssued,
    readFollowers = noFollowers,
  }: AuditOptions,
): Promise<Audit> {
  const chain = createChainVerifier();
  const books: Books = new Map();
  const wallets = createWalletTally();
  const suspense = createSuspenseTally();
  const steps = createOpenSteps();
  const invoices = createInvoiceAudit(readIssued, new Date(now.getTime() - graceSeconds * 1000));
  const rates = createRateTally();
  const tallies = [wallets, suspense, steps, rates];
  const snapshots = new Set<string>();
  const problems: string[] = [];
  let events = 0;
  let isCut = false;

  /** Compares what the whole log adds up to; returns how many steps are under way. */
  const compareAll = async (): Promise<number> => {
    problems.push(...(await invoices.end()));

    for (const currency of currenciesOf(books)) {
      const { debits, credits } = totalsIn(books, currency);
      if (debits === credits) continue;
      problems.push(`All postings in ${currency} sum to ${minorToDecimal(debits - credits, currency)}, not to zero`);
    }
    problems.push(...wallets.compareWith(books));
    problems.push(...suspense.compareWith(books));
    problems.push(...rates.kept());
    problems.push(...(await auditSnapshots(store, snapshots)).problems);
    for (const currency of currenciesOf(books)) {
      const held = [...steps.held].reduce((sum, part) => sum + (part.currency === currency ? part.amount : 0n), 0n);
      const booked = -balanceIn(books, `liabilities:undelivered:${currency}`, currency);
      if (held !== booked) {
        const [says, holds] = [minorToDecimal(booked, currency), minorToDecimal(held, currency)];
        problems.push(`The books hold ${says} undelivered in ${currency}; paid orders wait for ${holds}`);
      }
    }
    const { overdue, inProgress } = steps.open(new Date(now.getTime() - graceSeconds * 1000));
    problems.push(...overdue);
    if (overdue.length === 0 && inProgress === 0) problems.push(...unsettledPayouts(books));
    return inProgress;
  };

  for await (const stored of replay(snapshots)) {
    events += 1;
    const broken = chain.check(stored);
    if (broken) problems.push(`${broken.streamId} at revision ${broken.revision}: ${broken.problem}`);
    const event = readable(stored);
    if (typeof event === 'string') {
      problems.push(`${event}. The audit ends there: what follows from later events was not looked at`);
      isCut = true;
      break;
    }
    for (const line of postingsOf(event)) post(books, line);
    for (const tally of tallies) problems.push(...tally.apply(event));
    problems.push(...(await invoices.apply(event)));
  }
  // After an event that cannot be read nothing adds up, so only what was found before it is reported.
  const inProgress = isCut ? 0 : await compareAll();

  const followers = await readFollowers();
  for (const { name, place } of followers) {
    const otherLog = await problemOfPlace(store, place);
    if (otherLog !== null) problems.push(`${name}: ${otherLog} docs/runbooks/log-set-back.md says what to do`);
  }
  const wrongShelves = await findWrongShelves();
  problems.push(...(wrongShelves ?? []));

  return {
    events,
    streams: chain.streams,
    wallets: wallets.size,
    provesWriters: store.provesMacs ?? false,
    problems,
    inProgress,
    waitingForStock: steps.waitingForStock,
    invoices: invoices.count,
    issued: invoices.issued,
    followers: followers.map(({ name }) => name),
    shelves: wrongShelves === null ? 'not looked at' : wrongShelves.length > 0 ? 'wrong' : 'right',
  };
}

const unsettledPayouts = (books: Books): string[] =>
  currenciesOf(books).flatMap((currency) => {
    const payouts = balanceIn(books, `liabilities:payouts:${currency}`, currency);
    return payouts === 0n
      ? []
      : [`Payouts in ${currency} are not settled: ${minorToDecimal(payouts, currency)} are left`];
  });

/** The parsed event, or why it cannot be read. */
function readable(stored: StoredEvent): RecordedLedgerEvent | string {
  try {
    return ledgerCodec.decode(stored);
  } catch (error) {
    if (error instanceof EventDecodeError) return error.message;
    throw error;
  }
}

/** Compares the invoice numbers, counted through the log, with those that were issued. */
function createInvoiceAudit(readIssued: ReadIssued, before: Date) {
  const book = createInvoiceBook();
  const numbers = createIssuedNumbers(readIssued);
  let count = 0;
  return {
    get count() {
      return count;
    },
    get issued() {
      return numbers.seen;
    },
    async apply(event: RecordedLedgerEvent): Promise<string[]> {
      const invoice = book.apply(event);
      if (!invoice) return [];
      count += 1;
      const given = await numbers.take(invoice, invoice.sequence);
      const others = given.filter(({ invoiceId }) => invoiceId !== invoice.invoiceId);
      if (given.length === 0) {
        const isHole = new Date(invoice.time) <= before && (await numbers.isPassed(invoice));
        return isHole ? [`${invoice.number} was not issued, and later ones were`] : [];
      }
      const isIssued = others.length < given.length;
      return others.map(
        ({ invoiceId }) =>
          `${invoice.number} is of ${invoice.order} in the log, and was issued for ${invoiceId}${isIssued ? ' as well' : ''}`,
      );
    },
    async end(): Promise<string[]> {
      await numbers.close();
      return numbers.left().map((number) => `${number} was issued, and the log has no such invoice`);
    },
  };
}
