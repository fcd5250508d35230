import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { CommandContext } from '#core/kernel/commands/aggregate.ts';
import { followUpCommandId } from '#core/kernel/commands/ids.ts';
import type { EventCodec } from '#core/kernel/log/event-codec.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import type { Logger } from '#core/kernel/logger.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import type { CommandResult, LedgerCommand } from '#core/ledger/ledger.ts';
import { applyCorrections, approveSplitDeposits, creditApprovedDeposits, openWallets } from './deposits.ts';
import {
  fulfilPaidOrders,
  fulfilWaitingOrders,
  markOrdersPaid,
  releaseCancelledOrders,
  releaseRests,
  requestOrderPayment,
} from './orders.ts';
import { NO_RATES, type RatesPort, type StockPort } from './ports.ts';
import type { Reaction } from './reaction.ts';
import { holdWithdrawals, settleWithdrawals } from './withdrawals.ts';

/** Everything that follows from an event in another stream. */
const reactions: readonly Reaction[] = [
  openWallets,
  approveSplitDeposits,
  creditApprovedDeposits,
  requestOrderPayment,
  markOrdersPaid,
  fulfilPaidOrders,
  releaseCancelledOrders,
  releaseRests,
  fulfilWaitingOrders,
  holdWithdrawals,
  settleWithdrawals,
  applyCorrections,
];

export type ReactorOptions = {
  readonly store: EventStore;
  readonly codec: EventCodec<RecordedLedgerEvent>;
  readonly stock: StockPort;
  readonly rates?: RatesPort;
  readonly currencies: () => readonly Currency[];
  readonly logger: Logger;
  /** Events that were just written. A stream that begins among them needs no read of its first event. */
  readonly written?: readonly RecordedLedgerEvent[];
  /** Whether the log is known to have the events of this command. */
  isDone?(commandId: string): boolean;
  /** Runs a command, and decides whether what follows from it is followed at once. */
  run(command: LedgerCommand, context: CommandContext): Promise<CommandResult>;
};

/**
 * Returns a function that runs every reaction to one event, one after the other.
 * @throws errors that a later attempt may overcome
 */
export function createReactor(options: ReactorOptions): (event: RecordedLedgerEvent) => Promise<void> {
  const {
    store,
    codec,
    stock,
    rates = NO_RATES,
    currencies,
    logger,
    written = [],
    isDone = () => false,
    run,
  } = options;

  const read = async (streamId: string, maxCount?: number) => {
    const first = written.find((event) => event.streamId === streamId && event.revision === 0n);
    if (first && maxCount === 1) return [first];
    const events: RecordedLedgerEvent[] = [];
    for await (const stored of store.readStream(streamId, maxCount === undefined ? {} : { maxCount }))
      events.push(codec.decode(stored));
    return events;
  };

  return async (event) => {
    for (const reaction of reactions) {
      if (!reaction.to.includes(event.type)) continue;
      await reaction.react(event, {
        read,
        stock,
        rates,
        currencies,
        logger,
        isDone: (step) => isDone(followUpCommandId(event.id, reaction.name, step)),
        send: (step, command) =>
          run(command, {
            commandId: followUpCommandId(event.id, reaction.name, step),
            correlationId: event.metadata.correlationId,
            causationId: event.id,
            settingsVersion: event.metadata.settingsVersion,
            actor: { kind: 'system', id: reaction.name },
          }),
      });
    }
  };
}
