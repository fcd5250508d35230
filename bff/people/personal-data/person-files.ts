import { z } from 'zod';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';

const File = z.object({
  kind: z.string(),
  id: z.uuid(),
  name: z.string(),
  type: z.string(),
  /** Whether the upload was completed. A refused file may be malware, so it is never handed out. */
  isPaper: z.boolean(),
});

/**
 * The files of a customer: company documents, removed ones too, and payment proofs, also replaced ones and those of deleted deposits, which
 * only the events still name.
 */
export async function filesOf(database: Queryable, customerId: string): Promise<readonly z.infer<typeof File>[]> {
  return database.any(sql.type(File)`
    with asked as (
      select object_id, data::jsonb ->> 'number' as number from read.audit_events
      where type = 'DepositRequested' and data::jsonb ->> 'customerId' = ${customerId})
    select 'company documents' as kind, file_id as id, name, content_type as type,
      true as "isPaper"
    from app.company_document
    where customer_id = ${customerId}
    union all
    select 'payment proofs', (data::jsonb ->> 'fileId')::uuid, 'payment-proof-' || asked.number,
      data::jsonb ->> 'contentType', true
    from read.audit_events join asked using (object_id) where type = 'DepositProofUploaded'
    union all
    select 'uploads that were refused or not finished', file_id, 'upload', 'application/octet-stream', false
    from app.upload
    where customer_id = ${customerId} and attached_at is null`);
}
