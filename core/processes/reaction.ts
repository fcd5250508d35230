import type { LedgerEvent, RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { DomainError, type DomainErrorCode, isDomainError } from '#core/kernel/errors.ts';
import type { Logger } from '#core/kernel/logger.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import type { CommandResult, LedgerCommand } from '#core/ledger/ledger.ts';
import type { RatesPort, StockPort } from './ports.ts';

export type ReactionTools = {
  /**
   * Sends the next command because of the event. Its id follows from the event, the process and `step`, so repeating the
   * reaction repeats the same command. @throws DomainError
   */
  send(step: string, command: LedgerCommand): Promise<CommandResult>;
  /** Whether the log is known to have what `send` of this step writes: then nothing needs to be looked up for it. */
  isDone(step: string): boolean;
  /** The events of a stream, oldest first, or the first `maxCount` of them. */
  read(streamId: string, maxCount?: number): Promise<readonly RecordedLedgerEvent[]>;
  readonly stock: StockPort;
  readonly rates: RatesPort;
  readonly currencies: () => readonly Currency[];
  readonly logger: Logger;
};

export type EventOfType<Type extends LedgerEvent['type']> = Extract<RecordedLedgerEvent, { type: Type }>;

/**
 * What follows in other streams from an event in one. It may run any number of times for the same event, concurrently
 * or again after a crash at any point: every step is idempotent by its reference. It throws only errors that a later
 * attempt may overcome.
 */
export type Reaction = {
  readonly name: string;
  readonly to: readonly LedgerEvent['type'][];
  react(event: RecordedLedgerEvent, tools: ReactionTools): Promise<void>;
};

export function reactionTo<Type extends LedgerEvent['type']>(
  type: Type,
  name: string,
  react: (event: EventOfType<Type>, tools: ReactionTools) => Promise<void>,
): Reaction {
  return {
    name,
    to: [type],
    react: async (event, tools) => {
      if (event.type === type) await react(event as EventOfType<Type>, tools);
    },
  };
}

/**
 * null when the command succeeded, or its refusal, if its code is one that the caller handles. Other errors are thrown.
 */
export async function refusalOf<Code extends DomainErrorCode>(
  sending: Promise<CommandResult>,
  ...answered: Code[]
): Promise<Code | null> {
  try {
    await sending;
    return null;
  } catch (error) {
    const code = answered.find((candidate) => isDomainError(error, candidate));
    if (code) return code;
    throw error;
  }
}

/** The content of the order, from the first event of its stream. */
export async function placementOf(orderId: string, tools: ReactionTools): Promise<EventOfType<'OrderPlaced'>['data']> {
  const [first] = await tools.read(`order-${orderId}`, 1);
  if (first?.type !== 'OrderPlaced') {
    throw new DomainError('not_found', `The stream of order ${orderId} does not begin with OrderPlaced.`);
  }
  return first.data;
}

/** `order-<uuid>` → `<uuid>` */
export const idOf = (streamId: string): string => streamId.slice(streamId.indexOf('-') + 1);
export const orderPaymentReference = (orderId: string): string => `order:${orderId}`;
