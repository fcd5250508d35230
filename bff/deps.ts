import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { SealedText } from '#core/kernel/event.ts';
import type { Ledger } from '#core/ledger.ts';
import type { DatabasePool } from './lib/sql.ts';

/** All that the HTTP side is given. It builds nothing itself: `main.ts` wires it, tests wire it to the same parts. */
export type BffDeps = {
  readonly config: BffConfig;
  readonly logger: FastifyBaseLogger;
  readonly database: DatabasePool;
  readonly ledger: Ledger;
  readonly readModels: ReadModels;
  readonly eventStore: EventStoreProbe;
  /** Notes in events, sealed under the customer's own key. */
  readonly notes: NoteCipher;
  readonly crypto: Crypto;
  readonly files: FileStore;
  readonly mails: MailQueue;
  readonly jobs: JobMonitor;
  readonly codes: CodeStore;
  readonly clock: () => Date;
};

export type BffConfig = {
  /** No trailing slash; links in mails begin with it. */
  readonly publicUrl: string;
  readonly secureCookies: boolean;
  readonly trustProxy: boolean;
  /** The built web app; undefined serves the API alone. */
  readonly webDir: string | undefined;
  readonly jwtSecret: string;
  readonly adminJwtSecret: string;
  readonly accessTokenMinutes: number;
  readonly refreshTokenDays: number;
  readonly adminSessionHours: number;
  /** Decimal strings: the ledger's arithmetic is exact. */
  readonly eurUsdRate: string;
  readonly conversionFeePercent: string;
  readonly depositFeePercent: string;
  readonly orderExpiryHours: number;
  /** Requests a minute and client address: of any kind, and of those that passwords and codes can be tried through. */
  readonly rateLimits: { readonly perMinute: number; readonly authPerMinute: number };
};

export type ReadModels = {
  /** True once the read models have passed the position; false when the time is over first. */
  waitForPosition(position: bigint, timeoutMs: number): Promise<boolean>;
  /** Null before they were ever built. */
  freshness(): Promise<{
    position: bigint;
    asOf: Date | null;
    ageMs: number | null;
    events: bigint;
    haltedReason: string | null;
  } | null>;
};

export type EventStoreProbe = {
  /** Position of the last event of the log; rejects when the store does not answer. */
  headPosition(): Promise<bigint>;
};

export type NoteCipher = {
  encrypt(customerId: string, text: string): Promise<SealedText>;
  /** Undefined when the customer's key was erased. */
  decrypt(customerId: string, sealed: string): Promise<string | undefined>;
};

export type Crypto = {
  hashPassword(password: string): Promise<string>;
  verifyPassword(password: string, hash: string): Promise<boolean>;
  /** As slow as a real check, always false. */
  verifyAgainstNobody(password: string): Promise<false>;
  needsRehash(hash: string): boolean;
  randomToken(prefix?: string): string;
  hashToken(token: string): Buffer;
  /** AES-256-GCM under the installation's key; `context` is authenticated with it. */
  seal(plaintext: string, context: string): Buffer;
  open(sealed: Uint8Array, context: string): Buffer;
};

export type StoredFile = {
  readonly id: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Judged by content. */
  readonly contentType: string;
};

export type FileStore = {
  /** Streams to disk and judges by content. Throws FileRefusedError (`reason`: too-large, unsupported, truncated, empty). */
  save(source: Readable, limits: { maxBytes: number; allowedTypes: readonly string[] }): Promise<StoredFile>;
  /** Throws FileNotFoundError. */
  open(id: string): Promise<{ readonly stream: Readable; readonly sizeBytes: number }>;
  remove(id: string): Promise<void>;
};

export type OutgoingMail = {
  /** Two mails of one id are sent once. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type MailQueue = { send(mail: OutgoingMail): Promise<void> };

export type JobMonitor = {
  queues(): Promise<
    readonly {
      readonly name: string;
      readonly waiting: number;
      readonly active: number;
      readonly delayed: number;
      readonly failed: number;
      readonly completed: number;
    }[]
  >;
};

/** The stock of gift codes, sealed at rest. */
export type CodeStore = {
  /** Adds codes to a variant; ones that it has or had already are left out and reported. Throws InvalidCodeError (`index`). */
  addCodes(
    variantId: string,
    codes: readonly string[],
  ): Promise<{ readonly added: number; readonly duplicates: number; readonly duplicateIndexes: readonly number[] }>;
  available(
    variantIds: readonly string[],
  ): Promise<readonly { readonly variantId: string; readonly free: bigint; readonly available: bigint }[]>;
  codesOfOrder(orderId: string): Promise<readonly OrderCode[]>;
  /** Opens codes and marks them as seen; whether the caller may is the caller's to check. */
  reveal(codeIds: readonly string[]): Promise<readonly (OrderCode & { readonly code: string })[]>;
};

export type OrderCode = {
  readonly codeId: string;
  readonly orderId: string;
  readonly lineId: string;
  readonly variantId: string;
  readonly lastFour: string;
  readonly firstRevealedAt: Date | null;
};
