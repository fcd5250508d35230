import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { v5 } from 'uuid';
import { check } from './cli/check.ts';
import { CliError } from './cli/output.ts';
import { createLedger } from './create-ledger.ts';
import { type RecordedLedgerEvent, STREAM_PREFIXES } from './events.ts';
import { createCommandHandler } from './kernel/command-handler.ts';
import { isDomainError } from './kernel/errors.ts';
import { silentLogger } from './kernel/logger.ts';
import { money } from './kernel/money.ts';
import { SNAPSHOT_PREFIX } from './kernel/snapshot.ts';
import { createInMemoryEventStore } from './kernel/testing/in-memory-event-store.ts';
import type { Ledger, LedgerCommand } from './ledger.ts';
import { ledgerCodec } from './ledger-codec.ts';
import { createReactor } from './processes/reactions.ts';
import { routeCommand } from './route-command.ts';
import { CrashedError, type CrashPlan, crashing } from './testing/crashing.ts';
import { createInMemoryStock } from './testing/in-memory-stock.ts';

/**
 * Interleavings of commands, process steps, crashes and retries between any two calls to the outside, by two processes at
 * once. Whatever happens, in the end the money must be where a plain model of it says. A failure prints its seed and path.
 */
const RUNS = Number(process.env.MODEL_CHECK_RUNS ?? 150);
/** So often that most commands after a crash are decided on a snapshot. */
const EVENTS_PER_SNAPSHOT = 2;
const WALLETS = 2;
const VARIANTS = 2;
const CUSTOMER = idOf('customer', 0);

function idOf(kind: string, index: number): string {
  return v5(`${kind}/${index}`, '3f2c6f1e-7f0d-5f3e-8a34-2f0f4a9d1c55');
}
const usd = (amount: number | bigint) => money(BigInt(amount), 'USD');

/** Commands that cannot be answered with success unless something of theirs is stored. */
const ALWAYS_STORED: ReadonlySet<string> = new Set([
  'OpenWallet',
  'RequestDeposit',
  'PlaceOrder',
  'RequestWithdrawal',
  'RecordAdministratorAction',
]);

type Action =
  | { kind: 'deposit'; wallet: number; amount: number; fee: number }
  | { kind: 'order'; wallet: number; variant: number; quantity: number; price: number }
  | { kind: 'cancel' | 'expire'; order: number }
  | { kind: 'withdraw'; wallet: number; amount: number }
  | { kind: 'complete' | 'reject'; withdrawal: number }
  | { kind: 'limit'; wallet: number; limit: number }
  | { kind: 'stock'; variant: number; quantity: number }
  | { kind: 'follow' };

/**
 * One or two actions at the same time, by one process or two, with or without a crash in the middle, retried or not; before
 * them, all snapshots may be lost.
 */
type Round = {
  actions: Action[];
  processes: number[];
  crashAfter: number | null;
  isAnswerLost: boolean;
  yields: number[];
  retries: boolean;
  losesSnapshots: boolean;
};

const index = fc.nat(5);
const wallet = fc.nat(WALLETS - 1);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constant('deposit' as const),
    wallet,
    amount: fc.integer({ min: 10, max: 100 }),
    fee: fc.nat(9),
  }),
  fc.record({
    kind: fc.constant('order' as const),
    wallet,
    variant: fc.nat(VARIANTS - 1),
    quantity: fc.integer({ min: 1, max: 3 }),
    price: fc.integer({ min: 5, max: 40 }),
  }),
  fc.record({ kind: fc.constantFrom('cancel' as const, 'expire' as const), order: index }),
  fc.record({ kind: fc.constant('withdraw' as const), wallet, amount: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constantFrom('complete' as const, 'reject' as const), withdrawal: index }),
  fc.record({ kind: fc.constant('limit' as const), wallet, limit: fc.nat(50) }),
  fc.record({
    kind: fc.constant('stock' as const),
    variant: fc.nat(VARIANTS - 1),
    quantity: fc.integer({ min: 1, max: 4 }),
  }),
  fc.constant({ kind: 'follow' as const }),
);
const round: fc.Arbitrary<Round> = fc.record({
  actions: fc.array(action, { minLength: 1, maxLength: 3 }),
  processes: fc.array(fc.nat(1), { minLength: 3, maxLength: 3 }),
  crashAfter: fc.option(fc.integer({ min: 1, max: 14 })),
  isAnswerLost: fc.boolean(),
  yields: fc.array(fc.nat(12), { minLength: 1, maxLength: 6 }),
  retries: fc.boolean(),
  losesSnapshots: fc.boolean(),
});

async function play(rounds: readonly Round[]): Promise<World> {
  const store = createInMemoryEventStore();
  const stock = createInMemoryStock();
  const clock = () => new Date('2026-06-01T00:00:00Z');
  const acknowledged = new Set<string>();
  const refused = new Set<string>();
  let made = 0;
  let checkpoint: bigint | undefined;
  const counts = { deposits: 0, orders: 0, withdrawals: 0, codes: 0 };

  const processOf = (plan: CrashPlan) => {
    const world = crashing(store, stock, plan);
    const limits = { retryBaseMs: 0, eventsPerSnapshot: EVENTS_PER_SNAPSHOT };
    return { ...world, ledger: createLedger({ ...world, clock, logger: silentLogger, limits }) };
  };
  let processes: { ledger: Ledger; plan: CrashPlan }[] = [];
  const start = () => {
    const plan: CrashPlan = { callsLeft: Number.POSITIVE_INFINITY, isAnswerLost: false, yields: [0], calls: 0 };
    return { ledger: processOf(plan).ledger, plan };
  };
  processes = [start(), start()];

  const send = async (ledger: Ledger, command: LedgerCommand, commandId: string) => {
    try {
      await ledger.execute(command, { commandId, correlationId: commandId, actor: { kind: 'customer', id: 'model' } });
      // What was refused at first may be possible when it is tried again.
      refused.delete(commandId);
      if (ALWAYS_STORED.has(command.type)) acknowledged.add(commandId);
    } catch (error) {
      if (isDomainError(error) && error.code !== 'unavailable' && error.code !== 'conflict') refused.add(commandId);
      else if (!(error instanceof CrashedError) && !isDomainError(error)) throw error;
    }
  };

  async function follow(plan: CrashPlan): Promise<void> {
    const world = crashing(store, stock, plan);
    const handler = createCommandHandler({
      store: world.store,
      codec: ledgerCodec,
      clock,
      logger: silentLogger,
      readsBeforeDeciding: true,
      limits: { retryBaseMs: 0, eventsPerSnapshot: EVENTS_PER_SNAPSHOT },
    });
    const react = createReactor({
      ...world,
      codec: ledgerCodec,
      logger: silentLogger,
      run: (command, context) => routeCommand(handler, command, context),
    });
    const seen: RecordedLedgerEvent[] = [];
    const from = checkpoint === undefined ? {} : { after: checkpoint };
    for await (const event of store.readAll({ ...from, prefixes: STREAM_PREFIXES })) {
      seen.push(ledgerCodec.decode(event));
    }
    for (const event of seen) {
      await react(event);
      checkpoint = event.position;
    }
  }

  /** The commands of one action, which are the same ones when it is retried. */
  function commandsOf(next: Action): { command: LedgerCommand; commandId: string }[] {
    const ids = (...commands: LedgerCommand[]) =>
      commands.map((command) => {
        made += 1;
        return { command, commandId: idOf('command', made) };
      });
    const walletId = idOf('wallet', 'wallet' in next ? next.wallet : 0);
    switch (next.kind) {
      case 'deposit': {
        const depositId = idOf('deposit', counts.deposits++);
        return ids(
          {
            type: 'RequestDeposit',
            depositId,
            number: 'D',
            customerId: CUSTOMER,
            walletId,
            amount: usd(next.amount),
            note: null,
          },
          { type: 'ApproveDeposit', depositId, approvedAmount: usd(next.amount), fee: usd(next.fee), note: null },
        );
      }
      case 'order': {
        const orderId = idOf('order', counts.orders++);
        const line = {
          lineId: idOf('line', counts.orders),
          productId: 'p',
          variantId: `v${next.variant}`,
          productName: 'P',
          variantName: 'V',
          brandName: 'B',
          region: 'R',
          quantity: next.quantity,
          unitPrice: usd(next.price),
          discount: usd(0),
          conversionFee: usd(1),
          total: usd(next.quantity * next.price + 1),
        };
        return ids({
          type: 'PlaceOrder',
          orderId,
          number: 'O',
          customerId: CUSTOMER,
          walletId,
          currency: 'USD',
          lines: [line],
          placedAt: '2026-01-01T00:00:00Z',
          expiresAt: '2026-01-03T00:00:00Z',
        });
      }
      case 'cancel':
        return ids({ type: 'CancelOrder', orderId: idOf('order', next.order), reason: 'customer', note: null });
      case 'expire':
        return ids({ type: 'ExpireOrder', orderId: idOf('order', next.order), now: '2026-01-04T00:00:00Z' });
      case 'withdraw':
        return ids({
          type: 'RequestWithdrawal',
          withdrawalId: idOf('withdrawal', counts.withdrawals++),
          number: 'W',
          customerId: CUSTOMER,
          walletId,
          amount: usd(next.amount),
          requestedBy: 'customer',
          bankSnapshotId: null,
          userNote: null,
          adminNote: null,
        });
      case 'complete':
        return ids({ type: 'CompleteWithdrawal', withdrawalId: idOf('withdrawal', next.withdrawal), note: null });
      case 'reject':
        return ids({ type: 'RejectWithdrawal', withdrawalId: idOf('withdrawal', next.withdrawal), note: null });
      case 'limit':
        return ids({ type: 'SetCreditLimit', walletId, limit: usd(next.limit) });
      case 'stock': {
        stock.add(
          `v${next.variant}`,
          Array.from({ length: next.quantity }, () => `code-${counts.codes++}`),
        );
        return ids({
          type: 'RecordAdministratorAction',
          administratorId: idOf('admin', 0),
          action: 'stock-added',
          subject: { kind: 'variant', id: `v${next.variant}` },
          facts: {},
        });
      }
      case 'follow':
        return [];
    }
  }

  const opening = start();
  for (let at = 0; at < WALLETS; at += 1) {
    const command = {
      type: 'OpenWallet',
      walletId: idOf('wallet', at),
      customerId: CUSTOMER,
      currency: 'USD',
    } as const;
    await send(opening.ledger, command, idOf('opening', at));
  }

  for (const { actions, processes: who, crashAfter, isAnswerLost, yields, retries, losesSnapshots } of rounds) {
    if (losesSnapshots) store.deleteStreams(SNAPSHOT_PREFIX);
    const crashed = processes[who[0] ?? 0] ?? start();
    if (crashAfter !== null) Object.assign(crashed.plan, { callsLeft: crashAfter, isAnswerLost, calls: 0 });
    const work = actions.map((next) => ({ next, commands: commandsOf(next) }));
    const perform = () =>
      Promise.all(
        work.map(async ({ next, commands }, at) => {
          const { ledger, plan } = processes[who[at] ?? 0] ?? crashed;
          Object.assign(plan, { yields });
          if (next.kind === 'follow') {
            await follow(plan).catch((error: unknown) => {
              if (!(error instanceof CrashedError)) throw error;
            });
          }
          for (const { command, commandId } of commands) await send(ledger, command, commandId);
        }),
      );
    await perform();
    // A dead process starts again with an empty memory.
    processes = processes.map((process) => (process.plan.callsLeft <= 0 ? start() : process));
    for (const { plan } of processes) plan.callsLeft = Number.POSITIVE_INFINITY;
    if (retries) await perform();
    // Snapshots are taken beside the commands.
    await new Promise((resolve) => setImmediate(resolve));
  }

  // Then all is quiet, and the process runner catches up with the log, including what its own steps write.
  const quiet = start();
  for (let before = -1; before !== store.events.length; ) {
    before = store.events.length;
    await follow(quiet.plan);
  }
  return { store, stock, acknowledged, refused };
}

type World = {
  store: ReturnType<typeof createInMemoryEventStore>;
  stock: ReturnType<typeof createInMemoryStock>;
  acknowledged: ReadonlySet<string>;
  refused: ReadonlySet<string>;
};

/** The money as a ledger clerk would count it, from the papers (deposits, orders, withdrawals) and not from the wallets. */
function assertMoneyIsRight({ store, stock, acknowledged, refused }: World): void {
  const events = store.events.filter(({ streamId }) => !streamId.startsWith(SNAPSHOT_PREFIX)).map(ledgerCodec.decode);
  const wallets = new Map<string, { balance: bigint; held: bigint; limit: bigint; owed: Set<string> }>();
  const walletOf = (walletId: string) => {
    const known = wallets.get(walletId) ?? { balance: 0n, held: 0n, limit: 0n, owed: new Set<string>() };
    wallets.set(walletId, known);
    return known;
  };
  const byStream = Map.groupBy(events, (event) => event.streamId);
  let codesSold = 0;
  for (const [streamId, stream] of byStream) {
    const types = stream.map((event) => event.type as string);
    const [first] = stream;
    for (const event of stream) {
      if (event.type === 'DepositApproved') {
        walletOf(event.data.walletId).balance += event.data.approvedAmount.amount - event.data.fee.amount;
      }
      if (event.type === 'WalletCreditLimitSet') {
        walletOf(streamId.slice('wallet-'.length)).limit = event.data.limit.amount;
      }
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
        walletOf(walletId).balance -= total.amount;
        assert.equal(
          codes.length,
          types.includes('OrderFulfilled') ? wanted : 0,
          'codes without delivery, or the reverse',
        );
      } else {
        walletOf(walletId).owed.add(orderId);
      }
      codesSold += codes.length;
    }
    if (first?.type === 'WithdrawalRequested') {
      const { walletId, amount } = first.data;
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
    for (const { account, amount } of event.data.postings) {
      books.set(account, (books.get(account) ?? 0n) + amount.amount);
    }
  }
  for (const [walletId, { balance, held, limit, owed }] of wallets) {
    const own = -(books.get(`liabilities:wallet:${walletId}`) ?? 0n);
    assert.equal(own + held, balance, 'a wallet does not hold what its papers say');
    assert.equal(-(books.get(`liabilities:held:${walletId}`) ?? 0n), held, 'held funds do not match the withdrawals');
    assert.ok(own + limit >= 0n, 'a wallet is below its limit');
    // Oldest first, by when the wallet was asked (two orders placed at once may ask in either order): what waits longest
    // is not covered.
    const queued = (byStream.get(`wallet-${walletId}`) ?? []).flatMap((event) =>
      event.type === 'WalletPaymentQueued' && owed.has(event.data.document.id) ? [event.data] : [],
    );
    assert.equal(queued.length, owed.size, 'an unpaid order does not wait in its wallet');
    const [oldest] = queued;
    if (oldest) assert.ok(oldest.amount.amount > own + limit, 'a covered payment was left waiting');
  }
  assert.equal(books.get('liabilities:payouts:USD') ?? 0n, 0n, 'payouts are not settled');

  const codes = [...stock.sold().values()].flat();
  assert.equal(new Set(codes).size, codes.length, 'a code was sold twice');
  assert.equal(codes.length, codesSold);
  assert.equal(new Set(events.map((event) => event.id)).size, events.length, 'an event is stored twice');
  const stored = new Set(events.map((event) => event.metadata.commandId));
  for (const commandId of acknowledged) assert.ok(stored.has(commandId), 'an acknowledged command is missing');
  for (const commandId of refused) assert.ok(!stored.has(commandId), 'a refused command was stored');
}

function wasTaken(byStream: Map<string, RecordedLedgerEvent[]>, walletId: string, orderId: string): boolean {
  return (byStream.get(`wallet-${walletId}`) ?? []).some(
    (event) => event.type === 'WalletDebited' && event.data.document.id === orderId,
  );
}

async function assertAuditPasses({ store }: World): Promise<void> {
  const lines: string[] = [];
  const output = {
    line: async (text = '') => {
      lines.push(text);
    },
    note() {},
    progress: () => ({ update() {}, stop() {} }),
  };
  await check(store, output, { now: new Date('2030-01-01T00:00:00Z'), graceSeconds: 1 }).catch((error: unknown) => {
    assert.ok(error instanceof CliError);
    assert.fail(`${error.message}\n${lines.join('\n')}`);
  });
}

it(`the money is right after any ${RUNS} interleavings of commands, crashes and retries`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 12 }), async (rounds) => {
      const world = await play(rounds);
      assertMoneyIsRight(world);
      await assertAuditPasses(world);
    }),
    { numRuns: RUNS },
  );
});
