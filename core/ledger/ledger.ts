import type { AdminCommand } from '#core/aggregates/admin/commands.ts';
import type { CorrectionCommand } from '#core/aggregates/correction/commands.ts';
import type { CustomerCommand } from '#core/aggregates/customer/commands.ts';
import type { DepositCommand } from '#core/aggregates/deposit/commands.ts';
import type { Category, RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { OrderCommand } from '#core/aggregates/order/commands.ts';
import type { PeriodCommand } from '#core/aggregates/period/commands.ts';
import type { SettingsCommand } from '#core/aggregates/settings/commands.ts';
import type { SuspenseCommand } from '#core/aggregates/suspense/commands.ts';
import type { WalletCommand } from '#core/aggregates/wallet/commands.ts';
import type { WithdrawalCommand } from '#core/aggregates/withdrawal/commands.ts';
import type { CommandContext } from '#core/kernel/commands/aggregate.ts';

export type CommandsOf = {
  readonly customer: CustomerCommand;
  readonly wallet: WalletCommand;
  readonly deposit: DepositCommand;
  readonly order: OrderCommand;
  readonly withdrawal: WithdrawalCommand;
  readonly admin: AdminCommand;
  readonly period: PeriodCommand;
  readonly suspense: SuspenseCommand;
  readonly correction: CorrectionCommand;
  readonly settings: SettingsCommand;
};
export type LedgerCommand = CommandsOf[Category];

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
