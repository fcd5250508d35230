import type { FastifyBaseLogger } from 'fastify';
import type { MailQueue } from '#bff/kit/mails/mail-queue.ts';
import type { ExplainNode, Subject } from '#core/finance/explain/tree.ts';
import type { Rates } from '#core/kernel/money/rates.ts';
import type { Ledger } from '#core/ledger/ledger.ts';
import type { Rules } from '#core/ledger/rules.ts';
import type { HeldSettings } from './lib/held-settings.ts';
import type { CodeStore } from './ports/code-store.ts';
import type { Crypto, ErasableNoteCipher } from './ports/crypto.ts';
import type { FileScanner } from './ports/file-scanner.ts';
import type { FileStore } from './ports/file-store.ts';
import type { JobMonitor } from './ports/jobs.ts';
import type { EventStoreProbe, ReadModels } from './ports/read-models.ts';
import type { SecurityLog } from './ports/security-log.ts';
import type { StandbyReads } from './ports/standby-reads.ts';
import type { Webhooks } from './ports/webhooks.ts';
import type { DatabasePool } from './tables/sql.ts';

/** The parts that the HTTP side and its jobs get. They build nothing themselves: `wireBff` does. */
export type BffDeps = {
  /** Of this program, such as 0.1.0. */
  readonly version: string;
  readonly config: BffConfig;
  readonly logger: FastifyBaseLogger;
  readonly database: DatabasePool;
  /** Undefined where lists are read from the primary alone. */
  readonly standby: StandbyReads | undefined;
  readonly ledger: Ledger;
  readonly readModels: ReadModels;
  readonly eventStore: EventStoreProbe;
  /** Null where there is no such subject. It reads no further once the signal is aborted. */
  readonly explain: (subject: Subject, signal?: AbortSignal) => Promise<ExplainNode | null>;
  /** What the seller set: its own data, its accounts. */
  readonly settings: HeldSettings;
  /** What they say about money and guards, of the version that the request or the run of a job follows. */
  readonly rules: () => Rules;
  readonly notes: ErasableNoteCipher;
  readonly crypto: Crypto;
  readonly files: FileStore;
  /** Undefined where uploads are not scanned. */
  readonly scanner: Pick<FileScanner, 'isReachable'> | undefined;
  /** The value of each currency in the base today, from the recorded rates. */
  readonly rates: () => Promise<Rates>;
  readonly mails: MailQueue;
  readonly jobs: JobMonitor;
  readonly codes: CodeStore;
  readonly webhooks: Webhooks;
  /** Starts confirmed requests at once, rather than at the next regular look. */
  readonly personalData: { wake(): Promise<void> };
  readonly security: SecurityLog;
  readonly clock: () => Date;
};

export type BffConfig = {
  /** Without a trailing slash; links in mails begin with it. */
  readonly publicUrl: string;
  /** People use the store from other machines. */
  readonly isProduction: boolean;
  readonly secureCookies: boolean;
  /** Trusted proxies in front of us, by number or by address; false for none. */
  readonly trustProxy: number | string[] | false;
  /** The built web app; without one only the API is served. */
  readonly webDir: string | undefined;
  /** Only in the process that answers browsers; the others sign nobody in. */
  readonly jwtSecret?: string;
  readonly adminJwtSecret?: string;
  /** Requests of one client address: of any kind, and of those through which passwords and codes can be tried. */
  readonly rateLimitPerMinute: number;
  readonly authRateLimitPerMinute: number;
};
