import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { CustomerKeyErasedError } from '#bff/kit/ports/crypto.ts';
import { sql } from '#bff/kit/tables/sql.ts';

type Deps = Pick<BffDeps, 'database' | 'files' | 'rules'>;

/** The next run continues. */
const MAX_FILES_PER_RUN = 500;
/** A form takes minutes, and the ledger's decision is shown soon after. */
const UNFINISHED_HOURS = 24;
/** Long enough to ask what a file was. */
const QUARANTINE_DAYS = 30;

/** The position up to which the log was searched for proofs. */
const PROOFS_COUNTED = 'proofs-counted';

/** Whether something still refers to the file. */
const isNamed = sql.fragment`(
  exists (select from app.company_document as document where document.file_id = upload.file_id and document.removed_at is null)
  or exists (select from read.deposits as deposit
    where deposit.deposit_id = upload.deposit_id and deposit.proof_file_id = upload.file_id))`;

/**
 * Seals papers from before files were sealed, finds superseded ones, and removes those whose time is over: unfinished, superseded, in
 * quarantine, or of an erased customer. Safe to repeat.
 */
export async function cleanUploads(deps: Deps): Promise<void> {
  await countOldPapers(deps);
  const { database } = deps;
  await database.query(sql.void`update app.upload set attached_at = now()
    where attached_at is null and infected_with is null and ${isNamed}`);
  await database.query(sql.void`update app.upload set superseded_at = case when superseded_at is null then now() end
    where attached_at is not null and (superseded_at is null) <> ${isNamed}`);
  await removeServed(deps);
}

const Paper = z.object({ fileId: z.uuid(), customerId: z.uuid(), depositId: z.uuid().nullable(), at: z.date() });
type Paper = z.infer<typeof Paper>;
const isNotCounted = sql.fragment`not exists (select from app.upload where file_id = "fileId")`;

/** Papers without an account: from before files were sealed, or of the demonstration. */
async function countOldPapers(deps: Deps): Promise<void> {
  const documents = await deps.database.any(sql.type(Paper)`
    select * from (
      select file_id as "fileId", customer_id as "customerId", null::uuid as "depositId", created_at as at
      from app.company_document
    ) as document where ${isNotCounted} limit ${MAX_FILES_PER_RUN}`);
  for (const document of documents) await countPaper(deps, document);
  while (await countOldProofs(deps));
}

/** Replaced proofs are included: only events name them. The search continues where the last one ended. */
async function countOldProofs(deps: Deps): Promise<boolean> {
  const { database } = deps;
  const until = await database.one(sql.type(z.object({ position: z.bigint().nullable() }))`
    select max(position) as position from (
      select position from read.audit_events
      where type = 'DepositProofUploaded'
        and position > coalesce((select position from app.process_checkpoint where name = ${PROOFS_COUNTED}), -1)
      order by position limit ${MAX_FILES_PER_RUN}) as next`);
  if (until.position === null) return false;
  const proofs = await database.any(sql.type(Paper)`
    select * from (
      select (proof.data::jsonb ->> 'fileId')::uuid as "fileId", proof.object_id::uuid as "depositId", proof.time as at,
        (request.data::jsonb ->> 'customerId')::uuid as "customerId"
      from read.audit_events as proof
      join read.audit_events as request on request.object_id = proof.object_id and request.type = 'DepositRequested'
      where proof.type = 'DepositProofUploaded' and proof.position <= ${until.position}
        and proof.position > coalesce((select position from app.process_checkpoint where name = ${PROOFS_COUNTED}), -1)
    ) as proof where ${isNotCounted}`);
  for (const proof of proofs) await countPaper(deps, proof);
  await database.query(sql.void`
    insert into app.process_checkpoint (name, position, saved_at)
    values (${PROOFS_COUNTED}, ${until.position}, now())
    on conflict (name) do update set position = excluded.position, saved_at = now()`);
  return true;
}

async function countPaper({ database, files }: Deps, { fileId, customerId, depositId, at }: Paper): Promise<void> {
  const sizeBytes = await files.sealOld(fileId, customerId).catch(async (error: unknown) => {
    if (!(error instanceof CustomerKeyErasedError)) throw error;
    await files.remove(fileId);
  });
  await database.query(sql.void`
    insert into app.upload
      (file_id, customer_id, deposit_id, size_bytes, received_at, attached_at, removed_at)
    values (${fileId}, ${customerId}, ${depositId}, ${sizeBytes ?? 0}, ${at.toISOString()}, ${at.toISOString()},
      ${sizeBytes === undefined ? sql.fragment`now()` : sql.fragment`null`})
    on conflict do nothing`);
}

async function removeServed({ database, files, rules }: Deps): Promise<void> {
  const served = await database.any(sql.type(z.object({ fileId: z.uuid(), isUnfinished: z.boolean() }))`
    select file_id as "fileId", attached_at is null and infected_with is null as "isUnfinished" from app.upload
    where removed_at is null and (
      (infected_with is not null and received_at < now() - ${`${QUARANTINE_DAYS} days`}::interval)
      or (attached_at is null and infected_with is null and received_at < now() - ${`${UNFINISHED_HOURS} hours`}::interval)
      or superseded_at < now() - ${`${rules().supersededFileDays} days`}::interval
      or exists (select from app.customer_key as key where key.customer_id = upload.customer_id and key.erased_at is not null))
    limit ${MAX_FILES_PER_RUN}`);
  for (const { fileId, isUnfinished } of served) {
    await files.remove(fileId);
    await database.query(
      isUnfinished
        ? sql.void`delete from app.upload where file_id = ${fileId}`
        : sql.void`with document as (delete from app.company_document where file_id = ${fileId})
            update app.upload set removed_at = now() where file_id = ${fileId}`,
    );
  }
}
