import { z } from 'zod';
import { UPLOAD_QUOTA } from '#bff/contract/base/upload-rules.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { ApiError } from '#bff/kit/lib/api-error.ts';
import { sql } from '#bff/kit/tables/sql.ts';

type Deps = Pick<BffDeps, 'database' | 'logger'>;

/** Accounts for the files of one customer while they are received. */
export type CustomerUploads = {
  readonly customerId: string;
  /** Runs before a file is received. @throws ApiError 429 where the customer has sent too much */
  begin(fileId: string, maxBytes: number): Promise<void>;
  received(fileId: string, sizeBytes: number): Promise<void>;
  /** Its object now refers to the file. */
  attached(fileIds: readonly string[]): Promise<void>;
  /** The file was not stored, or was removed again. */
  gone(fileIds: readonly string[]): Promise<void>;
  quarantined(fileId: string, found: string): Promise<void>;
};

/** Whether a file has a row: it was sealed when it came, or when it was counted. */
export const isRecorded =
  (database: BffDeps['database']) =>
  (fileId: string): Promise<boolean> =>
    database.exists(sql.void`select from app.upload where file_id = ${fileId}`);

export function customerUploads({ database, logger }: Deps, customerId: string, depositId?: string): CustomerUploads {
  const ids = (fileIds: readonly string[]) => sql.array(fileIds, 'uuid');
  return {
    customerId,
    begin: (fileId, maxBytes) =>
      database.transaction(async (transaction) => {
        // Without the lock, two uploads at once would both find room for one.
        await transaction.query(sql.void`select from app.account where customer_id = ${customerId} for no key update`);
        const sent = await transaction.one(sql.type(Sent)`
          select count(*) as "files", coalesce(sum(size_bytes), 0)::bigint as "bytes",
            count(*) filter (where received_at > now() - interval '1 day') as "dayFiles",
            coalesce(sum(size_bytes) filter (where received_at > now() - interval '1 day'), 0)::bigint as "dayBytes"
          from app.upload where customer_id = ${customerId} and removed_at is null`);
        refuseTooMuch(sent, BigInt(maxBytes));
        await transaction.query(sql.void`insert into app.upload (file_id, customer_id, deposit_id, size_bytes)
          values (${fileId}, ${customerId}, ${depositId ?? null}, ${maxBytes})`);
      }),
    async received(fileId, sizeBytes) {
      await database.query(sql.void`update app.upload set size_bytes = ${sizeBytes} where file_id = ${fileId}`);
    },
    async attached(fileIds) {
      await database.query(sql.void`update app.upload set attached_at = now() where file_id = any(${ids(fileIds)})`);
    },
    async gone(fileIds) {
      await database.query(
        sql.void`delete from app.upload where file_id = any(${ids(fileIds)}) and infected_with is null`,
      );
    },
    async quarantined(fileId, found) {
      await database.query(sql.void`update app.upload set infected_with = ${found} where file_id = ${fileId}`);
      logger.warn({ fileId, customerId, found }, 'an upload is harmful and lies in quarantine');
    },
  };
}

const Sent = z.object({ files: z.bigint(), bytes: z.bigint(), dayFiles: z.bigint(), dayBytes: z.bigint() });

function refuseTooMuch(sent: z.infer<typeof Sent>, nextBytes: bigint): void {
  const { filesPerDay, bytesPerDay, files, bytes } = UPLOAD_QUOTA;
  if (sent.dayFiles >= filesPerDay || sent.dayBytes + nextBytes > bytesPerDay) {
    throw new ApiError(
      429,
      'upload_quota',
      `You have sent too many files: ${filesPerDay} files or ${inMegabytes(bytesPerDay)} a day at most. Nothing was uploaded. Please try again tomorrow.`,
      { retryAfterS: RETRY_AFTER_S },
    );
  }
  if (sent.files >= files || sent.bytes + nextBytes > bytes) {
    throw new ApiError(
      429,
      'upload_quota',
      `Your account has too many files: ${files.toLocaleString('en-US')} files or ${inMegabytes(bytes)} at most. Nothing was uploaded. Please write to our support.`,
    );
  }
}

const RETRY_AFTER_S = 3_600;
const inMegabytes = (bytes: number) => `${(bytes / 1024 / 1024).toLocaleString('en-US')} MB`;

/** Uploads in which the scanner found something, since the store began. */
export async function countQuarantined(database: Deps['database']): Promise<number> {
  const { count } = await database.one(
    sql.type(z.object({ count: z.bigint() }))`select count(*) as count from app.upload where infected_with is not null`,
  );
  return Number(count);
}
