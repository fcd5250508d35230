import { adminDecider } from './admin/decider.ts';
import { customerDecider } from './customer/decider.ts';
import { depositDecider } from './deposit/decider.ts';
import type { RecordedLedgerEvent } from './events.ts';
import type { Aggregate, CommandContext } from './kernel/aggregate.ts';
import type { CommandHandler } from './kernel/commands/handler.ts';
import { assertNever } from './kernel/decider.ts';
import { DomainError } from './kernel/errors.ts';
import { isCanonicalUuid } from './kernel/ids.ts';
import type { CommandResult, LedgerCommand } from './ledger.ts';
import { orderDecider } from './order/decider.ts';
import { walletAggregate } from './wallet/aggregate.ts';
import { withdrawalDecider } from './withdrawal/decider.ts';

const ORDER_STATE_BYTES = 8_000;

const isA =
  (type: LedgerCommand['type']) =>
  (command: { readonly type: string }): boolean =>
    command.type === type;

const customer = { category: 'customer', decider: customerDecider, creates: isA('RegisterCustomer') } as const;
const deposit = { category: 'deposit', decider: depositDecider, creates: isA('RequestDeposit') } as const;
const order = {
  category: 'order',
  decider: orderDecider,
  creates: isA('PlaceOrder'),
  stateBytes: () => ORDER_STATE_BYTES,
} as const;
const withdrawal = {
  category: 'withdrawal',
  decider: withdrawalDecider,
  creates: isA('RequestWithdrawal'),
} as const;
const admin = { category: 'admin', decider: adminDecider, isStateless: true } as const;

/** Runs a command on the stream that it is for. @throws DomainError as the command's decider and the handler do. */
export async function routeCommand(
  handler: CommandHandler,
  command: LedgerCommand,
  context: CommandContext,
): Promise<CommandResult> {
  const handle = async <State, Command, Event extends { readonly type: string; readonly data: unknown }>(
    aggregate: Aggregate<State, Command, Event>,
    id: string,
    own: Command,
  ): Promise<CommandResult> => {
    if (!isCanonicalUuid(id)) {
      throw new DomainError('invalid_value', `"${String(id).slice(0, 40)}" is not the id of a ${aggregate.category}.`);
    }
    const { revision, position, events } = await handler.handle(aggregate, id, own, context);
    return { revision, position, events: events as readonly unknown[] as readonly RecordedLedgerEvent[] };
  };

  switch (command.type) {
    case 'RegisterCustomer':
    case 'VerifyEmail':
    case 'ChangeEmail':
    case 'ChangePassword':
    case 'EnableMfa':
    case 'DisableMfa':
    case 'IssueApiKey':
    case 'RevokeApiKey':
    case 'SaveCompanyDetails':
    case 'AddDocument':
    case 'RemoveDocument':
    case 'SaveBankingDetails':
    case 'RequestApproval':
    case 'ApproveCustomer':
    case 'RevokeApproval':
    case 'SetDiscount':
    case 'EraseCustomer':
      return handle(customer, command.customerId, command);
    case 'OpenWallet':
    case 'CreditDeposit':
    case 'RequestPayment':
    case 'CancelPayment':
    case 'RefundPayment':
    case 'HoldFunds':
    case 'CaptureHold':
    case 'ReleaseHold':
    case 'SetCreditLimit':
      return handle(walletAggregate, command.walletId, command);
    case 'RequestDeposit':
    case 'UploadProof':
    case 'ApproveDeposit':
    case 'RejectDeposit':
    case 'DeleteDeposit':
      return handle(deposit, command.depositId, command);
    case 'PlaceOrder':
    case 'MarkOrderPaid':
    case 'FulfilOrder':
    case 'CancelOrder':
    case 'ExpireOrder':
    case 'MarkOrderRefunded':
    case 'RevealCodes':
      return handle(order, command.orderId, command);
    case 'RequestWithdrawal':
    case 'ConfirmFundsHeld':
    case 'FailWithdrawal':
    case 'CompleteWithdrawal':
    case 'RejectWithdrawal':
      return handle(withdrawal, command.withdrawalId, command);
    case 'RecordAdministratorAction':
      return handle(admin, command.administratorId, command);
    default:
      return assertNever(command);
  }
}
