import { AGGREGATES } from '#core/aggregates/aggregates.ts';
import { type Category, ledgerCodec, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { Aggregate, CommandContext, EventLike } from '#core/kernel/commands/aggregate.ts';
import type { CommandHandler } from '#core/kernel/commands/handler.ts';
import { isCanonicalUuid } from '#core/kernel/commands/ids.ts';
import { DomainError, isDomainError } from '#core/kernel/errors.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';

export type LedgerCommand = Parameters<(typeof AGGREGATES)[Category]['idOf']>[0];

export type CommandResult = {
  /** Log position of the last event that this command wrote; with `follow`, of the last event of the steps after it. */
  readonly position: bigint;
  /** Revision of the command's own stream. */
  readonly revision: bigint;
  /** What the command itself appended; empty when it had been applied before. */
  readonly events: readonly RecordedLedgerEvent[];
};

/** The command façade: everything that the BFF, the seed and the command line may do to the ledger. */
export type Ledger = {
  /**
   * Runs one command on its stream, then in line the process steps that follow from it. A failure of those does not
   * fail the command, because the process runner repeats them.
   * @throws DomainError for a refusal; nothing was written then.
   */
  execute(command: LedgerCommand, context: CommandContext): Promise<CommandResult>;
};

type Route = Aggregate<unknown, LedgerCommand, EventLike> & { idOf(command: LedgerCommand): string };
/** The aggregate whose decider takes each command. */
const ROUTES = new Map<string, Route>(
  Object.values(AGGREGATES).flatMap((row) => row.decider.types.map((type) => [type, row as unknown as Route])),
);

/** @throws DomainError invalid_value for an id that names no stream */
function routeOf(command: LedgerCommand) {
  const aggregate = ROUTES.get(command.type);
  if (!aggregate) throw new Error(`No aggregate takes the command ${command.type}.`);
  const id = aggregate.idOf(command);
  if (!isCanonicalUuid(id)) {
    throw new DomainError('invalid_value', `"${String(id).slice(0, 40)}" is not the id of a ${aggregate.category}.`);
  }
  return { aggregate, id };
}

/**
 * The answer to a command whose effect its stream has already: it would add nothing. Null where it would add something,
 * or is refused. It reads the stream from its beginning, so it is for the short streams of documents.
 */
export async function findRepetition(store: EventStore, command: LedgerCommand): Promise<CommandResult | null> {
  const {
    aggregate: { category, decider },
    id,
  } = routeOf(command);
  let state = decider.initialState;
  let last: Pick<CommandResult, 'revision' | 'position'> | undefined;
  for await (const stored of store.readStream(`${category}-${id}`)) {
    const event: RecordedLedgerEvent = ledgerCodec.decode(stored);
    state = decider.evolve(state, event);
    last = event;
  }
  try {
    return last && decider.decide(command, state).length === 0
      ? { revision: last.revision, position: last.position, events: [] }
      : null;
  } catch (error) {
    if (isDomainError(error)) return null;
    throw error;
  }
}

/** Runs a command on the stream that it is for. @throws DomainError as the command's decider and the handler do. */
export async function routeCommand(
  handler: CommandHandler,
  command: LedgerCommand,
  context: CommandContext,
): Promise<CommandResult> {
  const { aggregate, id } = routeOf(command);
  const { revision, position, events } = await handler.handle(aggregate, id, command, context);
  return { revision, position, events: events as readonly EventLike[] as readonly RecordedLedgerEvent[] };
}
