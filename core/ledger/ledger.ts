import type { AGGREGATES } from '#core/aggregates/aggregates.ts';
import type { Category, RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { CommandContext } from '#core/kernel/commands/aggregate.ts';

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
