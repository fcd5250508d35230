import type { FastifyReply, FastifyRequest } from 'fastify';
import { v7 } from 'uuid';
import { DOCUMENT_RULES } from '#bff/contract/base/upload-rules.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { customerUploads } from '#bff/kit/files/customer-uploads.ts';
import { withMultipart } from '#bff/kit/files/read-multipart.ts';
import { sendStoredFile } from '#bff/kit/files/send-file.ts';
import { describeError } from '#bff/kit/http/describe-error.ts';
import { found, invalidField } from '#bff/kit/lib/api-error.ts';
import { NOW } from '#bff/kit/tables/sql.ts';
import type { CommandResult, LedgerCommand } from '#core/ledger/ledger.ts';
import { type DocumentRow, documents, findDocument, type Reader } from './company-store.ts';

type Deps = Pick<BffDeps, 'database' | 'files' | 'logger' | 'security'>;
type Execute = (command: LedgerCommand) => Promise<CommandResult>;

const FIELD = 'document';

/** Receives one company document, for its customer or an administrator. The ledger gets its hash, not its content. */
export function receiveDocument(
  deps: Deps,
  request: FastifyRequest,
  customerId: string,
  execute: Execute,
): Promise<DocumentRow> {
  const isFileField = (name: string) => name === FIELD;
  const rules = { ...DOCUMENT_RULES, maxFiles: 1, isFileField, uploads: customerUploads(deps, customerId) };
  return withMultipart(deps, request, rules, async ({ files: [file] }) => {
    if (!file) throw invalidField(FIELD, 'Please choose a file to upload.');
    const documentId = v7();
    const row = await documents.insert(deps.database, {
      document_id: documentId,
      customer_id: customerId,
      file_id: file.id,
      name: file.name,
      content_type: file.contentType,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
    });
    try {
      await execute({ type: 'AddDocument', customerId, documentId, sha256: file.sha256 });
    } catch (error) {
      // A document that the ledger refused is removed; one that it may have taken stays. (No transaction around both: see Call.execute.)
      if (describeError(error, request.correlationId).status < 500) {
        await documents.remove(deps.database, { document_id: documentId });
      }
      throw error;
    }
    return row;
  });
}

/** @throws ApiError 404 */
export async function requireDocument(
  { database }: Pick<Deps, 'database'>,
  customerId: string,
  documentId: string,
  reader: Reader,
): Promise<DocumentRow> {
  return found(await findDocument(database, customerId, documentId, reader), 'Document not found or already deleted.');
}

/** @throws ApiError 404 where the file is gone */
export const sendDocument = (deps: Deps, reply: FastifyReply, document: DocumentRow): Promise<FastifyReply> =>
  sendStoredFile(deps, reply, {
    id: document.file_id,
    owner: document.customer_id,
    name: document.name,
    contentType: document.content_type,
    sha256: document.sha256,
  });

/**
 * Removes a document from a customer's present ones. Its file stays for a time, so that a customer cannot destroy the evidence of their own
 * approval. @throws ApiError 404
 */
export async function removeDocument(
  { database }: Pick<Deps, 'database'>,
  customerId: string,
  documentId: string,
  execute: Execute,
): Promise<void> {
  await requireDocument({ database }, customerId, documentId, 'owner');
  await execute({ type: 'RemoveDocument', customerId, documentId });
  // Administrators see it until its retention ends.
  await documents.update(database, { document_id: documentId, removed_at: null }, { removed_at: NOW });
}
