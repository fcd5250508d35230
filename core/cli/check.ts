import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { auditSnapshots } from '#core/finance/checks/audit-snapshots.ts';
import { createInvoiceBook } from '#core/finance/checks/invoice-book.ts';
import { createIssuedNumbers, type ReadIssued } from '#core/finance/checks/issued-numbers.ts';
import { createOpenSteps } from '#core/finance/checks/open-steps.ts';
import { createRateTally } from '#core/finance/checks/rate-tally.ts';
import { createSuspenseTally } from '#core/finance/checks/suspense-tally.ts';
import { createWalletTally } from '#core/finance/checks/wallet-tally.ts';
import { problemOfPlace } from '#core/kernel/following/log-place.ts';
import { EventDecodeError } from '#core/kernel/log/event-codec.ts';
import type { EventStore, StoredEvent } from '#core/kernel/log/event-store.ts';
import { createChainVerifier } from '#core/kernel/log/hash-chain.ts';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';
import { ledgerCodec } from '#core/ledger/codec.ts';
import { type Books, balanceIn, currenciesOf, post, postingsOf, totalsIn } from './books.ts';
import { CliError, EXIT, type Output } from './output.ts';
import { replayStored } from './replay.ts';
import type { Kept } from './workplace.ts';

/** At most this many problems are listed; the count is always complete. */
const MAX_PROBLEMS_SHOWN = 50;

type CheckOptions = {
  readonly now: Date;
  readonly graceSeconds: number;
  readonly findWrongShelves?: Kept['findWrongShelves'];
  readonly readIssued?: ReadIssued | undefined;
  readonly readFollowers?: Kept['readFollowers'];
  readonly json?: boolean;
};

async function* noneIssued() {}
const noFollowers = async () => [];

/** The result of an audit. */
type Audit = {
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
export async function check(
  store: EventStore,
  output: Output,
  {
    now,
    graceSeconds,
    findWrongShelves = async () => null,
    readIssued = noneIssued,
    readFollowers = noFollowers,
    json = false,
  }: CheckOptions,
): Promise<void> {
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
    if (overdue.length === 0 && inProgress === 0) {
      for (const currency of currenciesOf(books)) {
        const payouts = balanceIn(books, `liabilities:payouts:${currency}`, currency);
        if (payouts !== 0n) {
          problems.push(`Payouts in ${currency} are not settled: ${minorToDecimal(payouts, currency)} are left`);
        }
      }
    }
    return inProgress;
  };

  for await (const stored of replayStored({ store, output }, snapshots)) {
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

  const audit: Audit = {
    ...{ events, streams: chain.streams, wallets: wallets.size, provesWriters: store.provesMacs ?? false, problems },
    ...{ inProgress, waitingForStock: steps.waitingForStock, invoices: invoices.count, issued: invoices.issued },
    followers: followers.map(({ name }) => name),
    shelves: wrongShelves === null ? 'not looked at' : wrongShelves.length > 0 ? 'wrong' : 'right',
  };
  if (json) await output.line(JSON.stringify({ isSound: problems.length === 0, ...audit }));
  else await print(output, audit, graceSeconds);
  if (problems.length > 0) throw new CliError(`${problems.length} problems in ${events} events.`, EXIT.notSound);
}

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

async function print(output: Output, audit: Audit, graceSeconds: number): Promise<void> {
  const { events, streams, wallets, problems, inProgress, waitingForStock: waiting } = audit;
  if (problems.length > 0) {
    for (const problem of problems.slice(0, MAX_PROBLEMS_SHOWN)) await output.line(`✗ ${problem}`);
    if (problems.length > MAX_PROBLEMS_SHOWN) await output.line(`… and ${problems.length - MAX_PROBLEMS_SHOWN} more`);
    return;
  }
  await output.line(`✓ ${events} events in ${streams} streams: every hash fits`);
  if (audit.provesWriters) await output.line('✓ a part of the store wrote each of them');
  else await output.line('· who wrote them was not looked at: EVENT_MAC_KEY is not set here');
  await output.line('✓ postings sum to zero in every currency');
  await output.line(`✓ ${wallets} wallets agree with the books, and none was ever below its limit`);
  await output.line('✓ every reference was applied once');
  if (inProgress > 0) await output.line(`· ${inProgress} steps of the last ${graceSeconds} seconds are under way`);
  else await output.line('✓ every process is finished, payouts are settled');
  if (audit.issued > 0)
    await output.line(`✓ ${audit.issued} invoices have the numbers that the log gives them, without a gap`);
  else if (audit.invoices > 0)
    await output.line('· what was issued of the invoices was not looked at: nothing of it is here');
  if (audit.followers.length > 0) await output.line(`✓ ${audit.followers.join(', ')}: what was followed is this log`);
  else await output.line('· whether it is the log that was followed was not looked at: nothing of it is here');
  if (audit.shelves === 'right') await output.line('✓ every shelf says what a count of its codes says');
  else await output.line('· the shelves were not looked at: Postgres does not answer here');
  if (waiting > 0) await output.line(`· ${waiting} paid ${waiting === 1 ? 'order waits' : 'orders wait'} for stock`);
}
