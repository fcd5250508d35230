import { ledgerCodec, type RecordedLedgerEvent, STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { createCommandHandler } from '#core/kernel/commands/handler.ts';
import { SNAPSHOT_PREFIX } from '#core/kernel/commands/read-snapshot.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { DEFAULT_CURRENCIES } from '#core/kernel/money/currencies.ts';
import { createInMemoryEventStore } from '#core/kernel/testing/in-memory-event-store.ts';
import { type Ledger, type LedgerCommand, routeCommand } from '#core/ledger/ledger.ts';
import { createLedger } from '#core/processes/create-ledger.ts';
import { createReactor } from '#core/processes/reactions.ts';
import { CrashedError, type CrashPlan, crashing } from './crashing.ts';
import { createInMemoryStock } from './in-memory-stock.ts';
import { CUSTOMER, createCommands, idOf } from './model-commands.ts';
import { type Round, WALLETS } from './model-rounds.ts';

/** Small enough that most commands after a crash are decided on a snapshot. */
const EVENTS_PER_SNAPSHOT = 2;

/** Commands that succeed only if something of theirs is stored. */
const ALWAYS_STORED: ReadonlySet<string> = new Set([
  'OpenWallet',
  'RequestDeposit',
  'PlaceOrder',
  'RequestWithdrawal',
  'RecordAdministratorAction',
]);

/** The state in the end, and the answers that callers received. */
export type World = {
  store: ReturnType<typeof createInMemoryEventStore>;
  stock: ReturnType<typeof createInMemoryStock>;
  acknowledged: ReadonlySet<string>;
  refused: ReadonlySet<string>;
};

/** Plays the rounds one after the other, and then lets the processes catch up. */
export async function play(rounds: readonly Round[]): Promise<World> {
  const store = createInMemoryEventStore();
  const stock = createInMemoryStock();
  const commandsOf = createCommands(stock, (kind) => {
    const events = store.events.filter(({ streamId }) => streamId.startsWith(`${kind}-`)).map(ledgerCodec.decode);
    const paid = new Set(events.flatMap(({ type, streamId }) => (type === 'WithdrawalCompleted' ? [streamId] : [])));
    return events.flatMap(({ type, streamId, data }) => {
      if (type === 'DepositApproved')
        return [{ id: data.depositId, walletId: data.walletId, amount: data.approvedAmount.amount }];
      if (type !== 'WithdrawalRequested' || !paid.has(streamId)) return [];
      return [{ id: data.withdrawalId, walletId: data.walletId, amount: data.amount.amount }];
    });
  });
  const clock = () => new Date('2026-06-01T00:00:00Z');
  const acknowledged = new Set<string>();
  const refused = new Set<string>();
  let checkpoint: bigint | undefined;

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
      const named = 'by' in command ? command.by : null;
      const by = typeof named === 'object' ? (named?.id ?? null) : named;
      const actor = { kind: by === null ? 'customer' : 'administrator', id: by ?? 'model' } as const;
      await ledger.execute(command, { commandId, correlationId: commandId, actor });
      // A command that was refused at first may succeed when it is retried.
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
      currencies: () => DEFAULT_CURRENCIES,
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
    // Snapshots are written in the background.
    await new Promise((resolve) => setImmediate(resolve));
  }

  // Then no more commands come, and the process runner catches up with the log, including what its own steps write.
  const quiet = start();
  for (let before = -1; before !== store.events.length; ) {
    before = store.events.length;
    await follow(quiet.plan);
  }
  return { store, stock, acknowledged, refused };
}
