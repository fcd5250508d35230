import { may, type Permission } from '#bff/contract/base/roles.ts';
import { SECURITY_EVENTS, type SecurityEventKind } from '#bff/contract/identity/security-event-kinds.ts';
import type { Notification } from '#bff/contract/people/notification.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import type { ProposalEnd } from '#core/aggregates/admin/proposals.ts';
import { SECTIONS, type Section } from '#core/aggregates/settings/sections.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';

/** What a notification is about, as it is shown. */
type Subject = {
  readonly objectId: string;
  /** Of the customer, or of the sender of a ticket. */
  readonly name: string;
  readonly email: string;
  /** Of the paper; empty where it has none. */
  readonly number: string;
  readonly amount: string;
  readonly currency: Currency;
  readonly securityKind: SecurityEventKind | null;
  /** Of the settings. */
  readonly section: Section | null;
  /** How a proposal was decided; null where it waits, and for what is not a proposal. */
  readonly ended: ProposalEnd | null;
  readonly productName: string | null;
  /** Of a bulk change. */
  readonly isOfDiscounts: boolean | null;
};

type Kind = {
  /** Of the notification. */
  readonly type: string;
  /** To read the subject, or to act on it. Without it there is no notification. */
  readonly permission: Permission;
  /** It does not ring for the administrator who caused it. */
  readonly ringsOthers?: true;
  readonly says: (about: Subject) => string;
  readonly data?: (about: Subject) => Omit<Notification['data'], 'message'>;
};

const SECOND = { type: 'SecondApprovalNotification', ringsOthers: true } as const;
const deposit = ({ objectId, amount, currency }: Subject) => ({ deposit_id: objectId, amount, currency });
const pending = ({ objectId, amount, currency }: Subject) => ({
  deposit_id: objectId,
  status: 'pending',
  amount,
  currency,
});
const withdrawal = ({ objectId, amount, currency }: Subject) => ({ withdrawal_id: objectId, amount, currency });

/** The events that ring. */
const OF_EVENTS = {
  CustomerRegistered: {
    type: 'NewAccountNotification',
    permission: 'customers:read',
    says: ({ name }) => `${name} opened an account.`,
    data: ({ objectId, name, email }) => ({ user_id: objectId, name, email }),
  },
  CustomerIdentityChanged: {
    type: 'CompanyChangedNotification',
    permission: 'customers:decide',
    says: ({ name }) => `${name} changed the company. Payouts wait for your approval.`,
    data: ({ objectId, name }) => ({ user_id: objectId, name }),
  },
  OrderPlaced: {
    type: 'NewOrderNotification',
    permission: 'orders:read',
    says: ({ name, number }) => `${name} placed order ${number}.`,
    data: ({ objectId, number, amount, currency }) => ({
      order_id: objectId,
      order_number: number,
      total: amount,
      currency,
    }),
  },
  DepositRequested: {
    type: 'NewDepositNotification',
    permission: 'deposits:read',
    says: ({ name, number }) => `${name} announced deposit ${number}.`,
    data: pending,
  },
  DepositProofUploaded: {
    type: 'PaymentProofUploadedNotification',
    permission: 'deposits:read',
    says: ({ name, number }) => `${name} uploaded a payment proof for ${number === '' ? 'a deposit' : number}.`,
    data: deposit,
  },
  DepositApprovalProposed: {
    ...SECOND,
    permission: 'deposits:decide',
    says: ({ name, number }) => `Deposit ${number} of ${name} waits for a second approval.`,
    data: pending,
  },
  WithdrawalRequested: {
    type: 'NewWithdrawalNotification',
    permission: 'withdrawals:read',
    says: ({ name, number }) => `Withdrawal ${number} of ${name} waits for its transfer.`,
    data: withdrawal,
  },
  WithdrawalPayoutProposed: {
    ...SECOND,
    permission: 'withdrawals:decide',
    says: ({ name, number }) =>
      `Withdrawal ${number} of ${name} waits for a second administrator, who makes its transfer.`,
    data: withdrawal,
  },
  WalletCreditLimitProposed: {
    ...SECOND,
    permission: 'customers:decide',
    says: ({ name }) => `A credit limit for ${name} waits for a second approval.`,
    data: ({ amount, currency }) => ({ amount, currency }),
  },
  CustomerDiscountProposed: {
    ...SECOND,
    permission: 'customers:decide',
    says: ({ name }) => `A discount for ${name} waits for a second approval.`,
    data: ({ objectId }) => ({ user_id: objectId }),
  },
  SettingsChangeProposed: {
    type: 'SettingsChangeNotification',
    permission: 'settings:change',
    ringsOthers: true,
    says: ({ section }) => `A change of the settings “${SECTIONS[section ?? 'seller'].title}” was proposed.`,
  },
} as const satisfies Record<string, Kind>;

const securityOf = ({ securityKind }: Subject) => SECURITY_EVENTS[securityKind ?? 'event-not-sound'];

/** What rings and is not in the log. */
const OF_ROWS = {
  SupportTicket: {
    type: 'NewSupportTicketNotification',
    permission: 'support:read',
    says: ({ name, number }) => `${name} sent support ticket ${number}.`,
    data: ({ objectId, name }) => ({ ticket_id: objectId, name }),
  },
  SecurityEvent: {
    type: 'SecurityAlertNotification',
    permission: 'security:read',
    says: (about) => securityOf(about).sentence,
    data: (about) => ({ name: securityOf(about).name, security_event_id: about.objectId }),
  },
  AdministratorChange: {
    type: 'AdministratorChangeNotification',
    permission: 'administrators:manage',
    says: ({ ended }) => `A change to an administrator ${endOf(ended, 'waits')}.`,
  },
  PriceChange: {
    type: 'PriceChangeNotification',
    permission: 'prices:confirm',
    says: ({ productName, ended }) => `A price of ${productName ?? 'a product'} ${endOf(ended)}.`,
  },
  CatalogueChange: {
    type: 'PriceChangeNotification',
    permission: 'prices:confirm',
    says: ({ isOfDiscounts, ended }) =>
      `A change of ${isOfDiscounts ? 'a customer’s discounts' : 'the catalogue'} ${endOf(ended)}.`,
  },
  RateChange: {
    type: 'RateChangeNotification',
    permission: 'rates:confirm',
    says: ({ ended }) => `An exchange rate ${endOf(ended)}.`,
  },
} as const satisfies Record<string, Kind>;

const ENDED: Readonly<Record<ProposalEnd, string>> = {
  confirmed: 'confirmed',
  refused: 'refused',
  'taken-back': 'taken back',
  'carried-out': 'carried out after its delay',
  lapsed: 'ended without effect',
};
const endOf = (ended: ProposalEnd | null, waits = 'waits for a second approval') =>
  ended === null ? waits : `was ${ENDED[ended]}`;

export type Ringing = keyof typeof OF_EVENTS;
export const RINGING = Object.keys(OF_EVENTS) as [Ringing, ...Ringing[]];
export type AdminKind = Ringing | keyof typeof OF_ROWS;
export const KINDS: Readonly<Record<AdminKind, Kind>> = { ...OF_EVENTS, ...OF_ROWS };
export const ADMIN_KINDS = Object.keys(KINDS) as [AdminKind, ...AdminKind[]];

export const isFor = ({ roles }: Pick<AdministratorActor, 'roles'>, kind: AdminKind): boolean =>
  may(roles, KINDS[kind].permission);
