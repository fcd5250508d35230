import type { FastifyBaseLogger } from 'fastify';
import type { PayoutAccounts } from '#core/bank/iban.ts';
import type { ReminderRules } from '#core/credit/reminders.ts';
import type { ExplainNode, Subject } from '#core/explain/tree.ts';
import type { VoucherKind } from '#core/invoice/vat.ts';
import type { Currency } from '#core/kernel/currencies.ts';
import type { AmountsByCurrency, Rates } from '#core/kernel/rates.ts';
import type { Ledger } from '#core/ledger.ts';
import type { DatabasePool } from './lib/sql.ts';
import type { CodeStore } from './ports/code-store.ts';
import type { Crypto, ErasableNoteCipher } from './ports/crypto.ts';
import type { FileScanner } from './ports/file-scanner.ts';
import type { FileStore } from './ports/file-store.ts';
import type { JobMonitor, MailQueue } from './ports/jobs.ts';
import type { EventStoreProbe, ReadModels } from './ports/read-models.ts';
import type { SecurityLog } from './ports/security-log.ts';
import type { Webhooks } from './ports/webhooks.ts';

/** All that the HTTP side and its jobs are given. They build nothing themselves: `wireBff` does. */
export type BffDeps = {
  readonly config: BffConfig;
  readonly logger: FastifyBaseLogger;
  readonly database: DatabasePool;
  readonly ledger: Ledger;
  readonly readModels: ReadModels;
  readonly eventStore: EventStoreProbe;
  /** From a figure down to its events and papers, or null for what is not there. */
  readonly explain: (subject: Subject) => Promise<ExplainNode | null>;
  readonly notes: ErasableNoteCipher;
  readonly crypto: Crypto;
  readonly files: FileStore;
  /** Undefined where uploads are not scanned. */
  readonly scanner: Pick<FileScanner, 'isReachable'> | undefined;
  /** What each currency is worth in the base today: the recorded rates. */
  readonly rates: () => Promise<Rates>;
  readonly mails: MailQueue;
  readonly jobs: JobMonitor;
  readonly codes: CodeStore;
  readonly webhooks: Webhooks;
  /** Has what was confirmed done now rather than at the next regular look. */
  readonly personalData: { wake(): Promise<void> };
  readonly security: SecurityLog;
  readonly clock: () => Date;
};

export type BffConfig = {
  /** Accounts that files of payouts are of, by currency. */
  readonly payoutAccounts: PayoutAccounts;
  /** No trailing slash; links in mails begin with it. */
  readonly publicUrl: string;
  /** People reach it from other machines. */
  readonly isProduction: boolean;
  readonly secureCookies: boolean;
  /** Proxies before us, by number or by address; false for none. */
  readonly trustProxy: number | string[] | false;
  /** The built web app; undefined serves the API alone. */
  readonly webDir: string | undefined;
  /** Of the process that answers browsers; the others sign nobody in. */
  readonly jwtSecret?: string;
  readonly adminJwtSecret?: string;
  readonly accessTokenMinutes: number;
  readonly refreshTokenDays: number;
  readonly adminSessionHours: number;
  /** What the store offers: wallets of customers, prices of products. */
  readonly currencies: readonly Currency[];
  /** Of each currency to the base, until one is recorded: everything else goes by `BffDeps.rates`. */
  readonly rates: Rates;
  readonly conversionFeePercent: string;
  readonly depositFeePercent: string;
  /** What one administrator may decide alone. */
  readonly secondApproval: Readonly<Record<'deposit' | 'payout' | 'credit', AmountsByCurrency>>;
  /** The same of a discount, in basis points. */
  readonly secondApprovalDiscount: bigint;
  /** What one administrator may approve in a day, in minor units of the base currency. */
  readonly approvalLimitPerDay: bigint;
  /** What gift cards are to the VAT, and its rate in the seller's country. */
  readonly voucherVat: VoucherKind;
  readonly vatPercent: string;
  /** How long invoices of an erased customer are kept, from the end of their year. */
  readonly invoiceRetentionYears: number;
  readonly secondFactorResetHours: number;
  readonly partialDelivery: boolean;
  /** When customers are reminded of drawn credit. */
  readonly creditReminders: ReminderRules;
  /** How long a file is kept that its customer replaced or took back. */
  readonly supersededFileDays: number;
  /** How long security events are kept. */
  readonly securityEventDays: number;
  /** Requests of one client address: of any kind, and of those that passwords and codes can be tried through. */
  readonly rateLimitPerMinute: number;
  readonly authRateLimitPerMinute: number;
};
