import { adminDecider } from '#core/aggregates/admin/decider.ts';
import { correctionDecider } from '#core/aggregates/correction/decider.ts';
import { customerDecider } from '#core/aggregates/customer/decider.ts';
import { depositDecider } from '#core/aggregates/deposit/decider.ts';
import type { Category, RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { orderDecider } from '#core/aggregates/order/decider.ts';
import { periodDecider } from '#core/aggregates/period/decider.ts';
import { PERIODS_ID } from '#core/aggregates/period/events.ts';
import { settingsDecider } from '#core/aggregates/settings/decider.ts';
import { SETTINGS_ID } from '#core/aggregates/settings/events.ts';
import { suspenseDecider } from '#core/aggregates/suspense/decider.ts';
import { suspenseIdOf } from '#core/aggregates/suspense/line-stream.ts';
import { walletAggregate } from '#core/aggregates/wallet/aggregate.ts';
import { withdrawalDecider } from '#core/aggregates/withdrawal/decider.ts';
import type { Aggregate, CommandContext, EventLike } from '#core/kernel/commands/aggregate.ts';
import type { CommandHandler } from '#core/kernel/commands/handler.ts';
import { isCanonicalUuid } from '#core/kernel/commands/ids.ts';
import { DomainError, isDomainError } from '#core/kernel/errors.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { ledgerCodec } from './codec.ts';
import type { CommandResult, CommandsOf, LedgerCommand } from './ledger.ts';

const ORDER_STATE_BYTES = 8_000;

/** The category whose decider takes each command. A command without a row, or in the wrong one, does not compile. */
const CATEGORY_OF: { readonly [Type in LedgerCommand['type']]: CategoryOf<Type> } = {
  RegisterCustomer: 'customer',
  VerifyEmail: 'customer',
  ChangeEmail: 'customer',
  ChangePassword: 'customer',
  EnableMfa: 'customer',
  DisableMfa: 'customer',
  IssueApiKey: 'customer',
  RevokeApiKey: 'customer',
  SaveCompanyDetails: 'customer',
  AddDocument: 'customer',
  RemoveDocument: 'customer',
  SaveBankingDetails: 'customer',
  RequestApproval: 'customer',
  ApproveCustomer: 'customer',
  RevokeApproval: 'customer',
  SetDiscount: 'customer',
  RejectDiscount: 'customer',
  EraseCustomer: 'customer',
  OpenWallet: 'wallet',
  CreditDeposit: 'wallet',
  RequestPayment: 'wallet',
  CancelPayment: 'wallet',
  CreditReturnedPayout: 'wallet',
  TakeBackDeposit: 'wallet',
  RefundPayment: 'wallet',
  HoldFunds: 'wallet',
  CaptureHold: 'wallet',
  ReleaseHold: 'wallet',
  SetCreditLimit: 'wallet',
  RejectCreditLimit: 'wallet',
  RequestDeposit: 'deposit',
  UploadProof: 'deposit',
  ApproveDeposit: 'deposit',
  RejectDeposit: 'deposit',
  DeleteDeposit: 'deposit',
  PlaceOrder: 'order',
  MarkOrderPaid: 'order',
  FulfilOrder: 'order',
  DeferOrder: 'order',
  ReleaseRest: 'order',
  CancelOrder: 'order',
  ExpireOrder: 'order',
  MarkOrderRefunded: 'order',
  RevealCodes: 'order',
  RequestWithdrawal: 'withdrawal',
  ConfirmFundsHeld: 'withdrawal',
  FailWithdrawal: 'withdrawal',
  CompleteWithdrawal: 'withdrawal',
  RejectWithdrawal: 'withdrawal',
  RecordAdministratorAction: 'admin',
  ClosePeriod: 'period',
  ReopenPeriod: 'period',
  HoldBankLine: 'suspense',
  AssignBankLine: 'suspense',
  ReturnBankLine: 'suspense',
  SplitBankLine: 'suspense',
  RejectBankLineSplit: 'suspense',
  ReleaseLinePart: 'suspense',
  ProposeCorrection: 'correction',
  ConfirmCorrection: 'correction',
  RejectCorrection: 'correction',
  AdoptSettings: 'settings',
  ChangeSettings: 'settings',
  ConfirmSettings: 'settings',
  WithdrawSettings: 'settings',
  CarryOutSettings: 'settings',
};
type CategoryOf<Type extends LedgerCommand['type']> = {
  [Name in Category]: Type extends CommandsOf[Name]['type'] ? Name : never;
}[Category];

type Route<Command> = {
  readonly aggregate: Aggregate<unknown, Command, EventLike>;
  /** The id in the name of the command's stream. */
  idOf(command: Command): string;
};

const isA =
  (type: LedgerCommand['type']) =>
  (command: { readonly type: string }): boolean =>
    command.type === type;

const ROUTE_OF: { readonly [Name in Category]: Route<CommandsOf[Name]> } = {
  customer: {
    aggregate: { category: 'customer', decider: customerDecider, creates: isA('RegisterCustomer') },
    idOf: (command) => command.customerId,
  },
  wallet: { aggregate: walletAggregate, idOf: (command) => command.walletId },
  deposit: {
    aggregate: { category: 'deposit', decider: depositDecider, creates: isA('RequestDeposit') },
    idOf: (command) => command.depositId,
  },
  order: {
    aggregate: {
      category: 'order',
      decider: orderDecider,
      creates: isA('PlaceOrder'),
      stateBytes: () => ORDER_STATE_BYTES,
    },
    idOf: (command) => command.orderId,
  },
  withdrawal: {
    aggregate: { category: 'withdrawal', decider: withdrawalDecider, creates: isA('RequestWithdrawal') },
    idOf: (command) => command.withdrawalId,
  },
  admin: {
    aggregate: { category: 'admin', decider: adminDecider, isStateless: true },
    idOf: (command) => command.administratorId,
  },
  period: { aggregate: { category: 'period', decider: periodDecider }, idOf: () => PERIODS_ID },
  suspense: {
    aggregate: { category: 'suspense', decider: suspenseDecider },
    idOf: ({ lineId }) => suspenseIdOf(lineId),
  },
  correction: {
    aggregate: { category: 'correction', decider: correctionDecider },
    idOf: (command) => command.correctionId,
  },
  settings: { aggregate: { category: 'settings', decider: settingsDecider }, idOf: () => SETTINGS_ID },
};

/** @throws DomainError invalid_value for an id that names no stream */
function routeOf(command: LedgerCommand) {
  // CATEGORY_OF names the row that takes this very command.
  const { aggregate, idOf } = ROUTE_OF[CATEGORY_OF[command.type]] as Route<LedgerCommand>;
  const id = idOf(command);
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
