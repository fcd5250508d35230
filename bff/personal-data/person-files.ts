import { z } from 'zod';
import { type Queryable, sql } from '#bff/lib/sql.ts';

const File = z.object({ kind: z.string(), id: z.uuid() });

/**
 * The files of a customer: company documents, also removed ones, and payment proofs, also of deposits that were deleted and those
 * that were replaced, which only the events still name.
 */
export async function filesOf(database: Queryable, customerId: string): Promise<readonly z.infer<typeof File>[]> {
  return database.any(
    sql.type(File)`
      select 'company documents' as kind, file_id as id from app.company_document where customer_id = ${customerId}
      union all
      select 'payment proofs', (data::jsonb ->> 'fileId')::uuid from read.audit_events
      where type = 'DepositProofUploaded' and object_id in (
        select object_id from read.audit_events
        where type = 'DepositRequested' and data::jsonb ->> 'customerId' = ${customerId})
      union all
      select 'uploads that were refused or not finished', file_id from app.upload
      where customer_id = ${customerId} and attached_at is null`,
  );
}
