import { ledgerCodec, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { CommandContext } from '#core/kernel/commands/aggregate.ts';
import { type CommandHandlerOptions, createCommandHandler } from '#core/kernel/commands/handler.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import type { Logger } from '#core/kernel/logger.ts';
import { type Currency, DEFAULT_CURRENCIES } from '#core/kernel/money/currencies.ts';
import { timed } from '#core/kernel/work.ts';
import { requireOpen } from '#core/ledger/booked-on.ts';
import {
  type CommandResult,
  findRepetition,
  type Ledger,
  type LedgerCommand,
  routeCommand,
} from '#core/ledger/ledger.ts';
import { NO_RATES, type RatesPort, type StockPort } from './ports.ts';
import { createReactor } from './reactions.ts';

/** Follow-up commands that one request runs in line; the process runner does the rest. */
export const MAX_STEPS_IN_LINE = 200;

/** The request has run all its steps. It ends the reaction that wanted one more. */
class NoStepLeft extends Error {}

export type LedgerOptions = {
  readonly store: EventStore;
  readonly stock: StockPort;
  /** Without them, no order's difference of rates is booked. */
  readonly rates?: RatesPort;
  /** The currencies that the store offers, for the wallets of new customers. */
  readonly currencies?: () => readonly Currency[];
  /** The version of the settings for commands that name none. */
  readonly settingsVersion?: () => number;
  readonly clock: () => Date;
  readonly logger: Logger;
  readonly limits?: CommandHandlerOptions['limits'];
};

/** The ledger as the BFF, the seed and tests use it. Each process keeps one. */
export function createLedger({
  store,
  stock,
  rates = NO_RATES,
  currencies = () => DEFAULT_CURRENCIES,
  settingsVersion,
  clock,
  logger,
  limits = {},
}: LedgerOptions): Ledger {
  const handler = createCommandHandler({ store, codec: ledgerCodec, clock, logger, limits });
  const run = (command: LedgerCommand, context: CommandContext) =>
    timed('command', command.type, () => routeCommand(handler, command, context));

  return {
    async execute(command, given) {
      const context = { ...given, settingsVersion: given.settingsVersion ?? settingsVersion?.() };
      if ('valueDate' in command && command.valueDate !== undefined) {
        try {
          await requireOpen(store, command.valueDate, context.time ?? clock().toISOString());
        } catch (error) {
          // A retry of what was done before the month was closed is answered as it was then.
          const repetition = isDomainError(error) ? await findRepetition(store, command) : null;
          if (repetition) return repetition;
          throw error;
        }
      }
      const result = await run(command, context);
      let position = result.position;
      let stepsLeft = MAX_STEPS_IN_LINE;
      const written = [...result.events];

      // When the sender dates a command (an import, the seed), the same time applies to what follows.
      const { time, mayBeRepeated } = context;
      const inherited = { ...(time && { time }), ...(mayBeRepeated && { mayBeRepeated }) };

      const runAndFollow = async (next: LedgerCommand, why: CommandContext): Promise<CommandResult> => {
        if (stepsLeft <= 0) throw new NoStepLeft();
        stepsLeft -= 1;
        const done = await run(next, { ...why, ...inherited });
        if (done.position > position) position = done.position;
        written.push(...done.events);
        await follow(done.events);
        return done;
      };
      const react = createReactor({
        store,
        codec: ledgerCodec,
        stock,
        rates,
        currencies,
        logger,
        written,
        run: runAndFollow,
      });

      async function follow(events: readonly RecordedLedgerEvent[]): Promise<void> {
        for (const event of events) {
          try {
            await react(event);
          } catch (error) {
            if (error instanceof NoStepLeft) return;
            // The command itself is stored. The process runner reads the same event from the log and continues from
            // there.
            logger.warn(
              { err: error, event: event.type, streamId: event.streamId, correlationId: event.metadata.correlationId },
              'a step that follows from a command is left to the process runner',
            );
          }
        }
      }

      await follow(result.events);
      return { ...result, position };
    },
  };
}
