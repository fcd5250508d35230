import assert from 'node:assert/strict';
import { ledgerCodec, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { SNAPSHOT_PREFIX } from '#core/kernel/commands/read-snapshot.ts';
import type { Money } from '#core/kernel/money/money.ts';
import { administratorId, EARLY } from './model-commands.ts';
import type { World } from './model-play.ts';
import { ALONE_UP_TO, LAPSED, TIED } from './model-rounds.ts';

/** Counts the money as a ledger clerk does, from the papers (deposits, orders, withdrawals) and not from the wallets. */
export function assertMoneyIsRight({ store, stock, acknowledged, refused }: World): void {
  const events = store.events.filter(({ streamId }) => !streamId.startsWith(SNAPSHOT_PREFIX)).map(ledgerCodec.decode);
  const wallets = new Map<string, { balance: bigint; held: bigint; limit: bigint; owed: Set<string> }>();
  const walletOf = (walletId: string) => {
    const known = wallets.get(walletId) ?? { balance: 0n, held: 0n, limit: 0n, owed: new Set<string>() };
    wallets.set(walletId, known);
    return known;
  };
  const byStream = Map.groupBy(events, (event) => event.streamId);
  let codesSold = 0;
  let [undelivered, receivable] = [0n, 0n];
  for (const [streamId, stream] of byStream) {
    const types = stream.map((event) => event.type as string);
    const [first] = stream;
    for (const event of stream) {
      if (event.type === 'DepositApproved') {
        assertTwoAgreed(event, stream);
        walletOf(event.data.walletId).balance += event.data.approvedAmount.amount - event.data.fee.amount;
      }
      if (event.type === 'WalletCreditLimitSet') {
        const { limit, firstApprovedBy } = event.data;
        assert.ok(limit.amount <= ALONE_UP_TO || firstApprovedBy !== undefined, 'one administrator lent too much');
        if (firstApprovedBy !== undefined) assertTwoPeople(firstApprovedBy, event);
        walletOf(streamId.slice('wallet-'.length)).limit = event.data.limit.amount;
      }
    }
    const booked = stream.find((event) => event.type === 'CorrectionBooked');
    if (booked) {
      const { moved, walletId } = assertCorrected(booked, byStream);
      walletOf(walletId).balance += moved;
      if (booked.data.kind === 'deposit-taken-back') receivable += moved - booked.data.amount.amount;
    }
    if (first?.type === 'OrderPlaced') {
      const { walletId, total, orderId, lines } = first.data;
      const codes = stock.sold().get(orderId) ?? [];
      const wanted = lines.reduce((sum, line) => sum + line.quantity, 0);
      if (types.includes('OrderCancelled')) {
        assert.equal(
          types.includes('OrderRefunded'),
          types.includes('OrderPaid') || wasTaken(byStream, walletId, orderId),
        );
        assert.equal(codes.length, 0, 'a cancelled order keeps codes');
      } else if (types.includes('OrderPaid')) {
        const kept = assertDelivered(stream, codes.length, wanted);
        walletOf(walletId).balance -= total.amount - kept.released;
        undelivered += kept.held;
      } else {
        walletOf(walletId).owed.add(orderId);
      }
      codesSold += codes.length;
    }
    if (first?.type === 'WithdrawalRequested') {
      const { walletId, amount } = first.data;
      assertTwoPaid(stream, amount);
      if (types.includes('WithdrawalCompleted')) walletOf(walletId).balance -= amount.amount;
      else if (types.includes('WithdrawalFundsHeld') && !types.includes('WithdrawalRejected')) {
        walletOf(walletId).held += amount.amount;
      }
      assert.equal(types.length > 1, true, 'a withdrawal was neither held nor refused');
    }
  }

  const books = new Map<string, bigint>();
  for (const event of events) {
    if (!('postings' in event.data)) continue;
    for (const { account, amount } of event.data.postings ?? []) {
      books.set(account, (books.get(account) ?? 0n) + amount.amount);
    }
  }
  for (const [walletId, { balance, held, limit, owed }] of wallets) {
    const own = -(books.get(`liabilities:wallet:${walletId}`) ?? 0n);
    assert.equal(own + held, balance, 'a wallet does not hold what its papers say');
    assert.equal(-(books.get(`liabilities:held:${walletId}`) ?? 0n), held, 'held funds do not match the withdrawals');
    assert.ok(own + limit >= 0n, 'a wallet is below its limit');
    // Oldest first, by the time of the request to the wallet (two orders placed at once may reach it in either order):
    // what waits longest is not covered.
    const queued = (byStream.get(`wallet-${walletId}`) ?? []).flatMap((event) =>
      event.type === 'WalletPaymentQueued' && owed.has(event.data.document.id) ? [event.data] : [],
    );
    assert.equal(queued.length, owed.size, 'an unpaid order does not wait in its wallet');
    const [oldest] = queued;
    if (oldest) assert.ok(oldest.amount.amount > own + limit, 'a covered payment was left waiting');
  }
  assert.equal(books.get('liabilities:payouts:USD') ?? 0n, 0n, 'payouts are not settled');
  assert.equal(books.get('assets:receivables:USD') ?? 0n, receivable, 'customers owe more or less than was taken back');
  assert.equal(
    -(books.get('liabilities:undelivered:USD') ?? 0n),
    undelivered,
    'what is held does not match the orders',
  );

  const codes = [...stock.sold().values()].flat();
  assert.equal(new Set(codes).size, codes.length, 'a code was sold twice');
  assert.equal(codes.length, codesSold);
  assert.equal(new Set(events.map((event) => event.id)).size, events.length, 'an event is stored twice');
  const stored = new Set(events.map((event) => event.metadata.commandId));
  for (const commandId of acknowledged) assert.ok(stored.has(commandId), 'an acknowledged command is missing');
  for (const commandId of refused) assert.ok(!stored.has(commandId), 'a refused command was stored');
}

/**
 * A paid order has the codes that its events name, costs what they are worth, and was delivered in part only if that is
 * allowed.
 */
function assertDelivered(stream: readonly RecordedLedgerEvent[], codes: number, wanted: number) {
  const placed = stream.find((event) => event.type === 'OrderPlaced');
  const parts = stream.filter((event) => event.type === 'OrderPartlyFulfilled');
  const whole = stream.find((event) => event.type === 'OrderFulfilled');
  const released = stream.find((event) => event.type === 'OrderRestReleased');
  assert.ok(placed);
  assert.ok(parts.length === 0 || placed.data.mayDeliverInPart, 'delivered in part without consent');
  assert.ok(!(whole && released), 'a rest was delivered and released');
  const delivered = (whole ?? parts.at(-1))?.data.lines.reduce((sum, line) => sum + line.quantity, 0) ?? 0;
  assert.equal(codes, delivered, 'codes without delivery, or the reverse');
  if (whole) assert.equal(codes, wanted);
  const refunded = stream.find((event) => event.type === 'OrderRefunded')?.data.amount.amount ?? 0n;
  assert.equal(refunded, released?.data.amount.amount ?? 0n, 'a released rest was not refunded');
  // By unit price, except the fee of 1: rounding decides which part has it.
  const price = placed.data.lines[0]?.unitPrice.amount ?? 0n;
  if (released)
    assert.ok([0n, 1n].includes(refunded - BigInt(wanted - delivered) * price), 'the rest is worth more or less');
  const waits = parts.at(-1) ?? stream.find((event) => event.type === 'OrderDeferred');
  return { released: refunded, held: whole || released ? 0n : (waits?.data.held.amount ?? 0n) };
}

/** Two who are not tied to each other, the first of whom may still approve. */
function assertTwoPeople(first: string, { metadata: { actor } }: RecordedLedgerEvent): void {
  assert.notEqual(first, actor.id, 'one administrator approved twice');
  assert.notEqual(first, administratorId(LAPSED), 'a lapsed approval counted');
  const tied = TIED.map(administratorId);
  assert.ok(!(tied.includes(first) && tied.includes(actor.id)), 'two who are tied approved');
}

/** A deposit too large for one administrator, or without a proof, was approved by two, with the same figures. */
function assertTwoAgreed(approved: Of<'DepositApproved'>, stream: readonly RecordedLedgerEvent[]): void {
  const { data } = approved;
  if (data.firstApprovedBy !== undefined) assertTwoPeople(data.firstApprovedBy, approved);
  const hasProof = stream.some((event) => event.type === 'DepositProofUploaded');
  if (data.approvedAmount.amount <= ALONE_UP_TO && hasProof) return;
  const proposals = stream.filter((event) => event.type === 'DepositApprovalProposed');
  const first = proposals.at(-1);
  assert.ok(first, 'a deposit was approved by one administrator that takes two');
  assert.equal(first.data.by, data.firstApprovedBy);
  assert.deepEqual([first.data.approvedAmount, first.data.fee], [data.approvedAmount, data.fee]);
  assert.equal(new Set(proposals.map((each) => each.data.by)).size, proposals.length, 'the same yes was stored twice');
}
/** A withdrawal too large for one administrator was paid out by two. */
function assertTwoPaid(stream: readonly RecordedLedgerEvent[], amount: Money): void {
  const completed = stream.find((event) => event.type === 'WithdrawalCompleted');
  const requested = stream.find((event) => event.type === 'WithdrawalRequested');
  const isEarly = requested?.data.payableFrom !== undefined && completed?.data.note === EARLY;
  assert.ok(!isEarly, 'an account that was never paid before was paid at once');
  if (!completed || amount.amount <= ALONE_UP_TO) return;
  const proposed = stream.filter((event) => event.type === 'WithdrawalPayoutProposed');
  const first = completed.data.firstApprovedBy;
  assert.ok(first !== undefined, 'a large withdrawal was paid out by one administrator');
  assert.equal(proposed.at(-1)?.data.by, first);
  assert.equal(new Set(proposed.map((each) => each.data.by)).size, proposed.length, 'the same yes was stored twice');
  assertTwoPeople(first, completed);
}

/**
 * Two agreed, and the wallet has it once: what came back whole; of what was taken back as much as there was when it was booked, and is still there.
 * Returns what its balance changed by.
 */
function assertCorrected(booked: Of<'CorrectionBooked'>, byStream: ReadonlyMap<string, RecordedLedgerEvent[]>) {
  const { correctionId, kind, amount, walletId = '', firstApprovedBy } = booked.data;
  assertTwoPeople(firstApprovedBy, booked);
  let [available, limit, had, moved, steps] = [0n, 0n, 0n, 0n, 0];
  for (const { type, data, position } of byStream.get(`wallet-${walletId}`) ?? []) {
    if ('reference' in data && data.reference === `correction:${correctionId}`) {
      steps += 1;
      if (type === 'WalletCredited') moved = data.amount.amount;
      if (type === 'WalletDebited') moved = -data.amount.amount;
      const least = [-amount.amount, had, available].reduce((one, other) => (one < other ? one : other));
      assert.equal(
        moved,
        kind === 'deposit-taken-back' ? -least : amount.amount,
        'too much or too little was corrected',
      );
    }
    if (type === 'WalletCredited' || type === 'WalletHoldReleased') available += data.amount.amount;
    if (type === 'WalletDebited' || type === 'WalletFundsHeld') available -= data.amount.amount;
    if (type === 'WalletCreditLimitSet') {
      available += data.limit.amount - limit;
      limit = data.limit.amount;
    }
    if (position < booked.position) had = available;
  }
  assert.equal(steps, 1, 'a correction was not applied once');
  return { moved, walletId };
}

type Of<Type extends RecordedLedgerEvent['type']> = Extract<RecordedLedgerEvent, { type: Type }>;

function wasTaken(byStream: Map<string, RecordedLedgerEvent[]>, walletId: string, orderId: string): boolean {
  return (byStream.get(`wallet-${walletId}`) ?? []).some(
    (event) => event.type === 'WalletDebited' && event.data.document.id === orderId,
  );
}
