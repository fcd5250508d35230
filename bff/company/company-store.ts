import type { FragmentSqlToken, ValueExpression } from 'slonik';
import { z } from 'zod';
import { Company, type CompanyDetailBody, type CompanyDocument } from '#bff/contract/company.ts';
import { changedElsewhere, isAsShown, nextUpdatedAt } from '#bff/lib/shown-version.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';
import { MAX_DOCUMENTS } from '#core/customer/limits.ts';

/** Limit of replaced documents. */
const MAX_SUPERSEDED_SHOWN = 200;

const Details = Company.omit({ id: true, documents: true, updated_at: true });
type Detail = keyof typeof Details.shape;
/** The columns of the details have the names of the contract's fields. */
const DETAILS = Object.keys(Details.shape) as Detail[];
const CompanyRow = Details.extend({ company_id: z.string(), updated_at: z.date() });
const listed = (write: (detail: Detail) => FragmentSqlToken | ValueExpression) =>
  sql.join(DETAILS.map(write), sql.fragment`, `);
const column = (detail: Detail) => sql.identifier([detail]);

const DocumentRow = z.object({
  customer_id: z.string(),
  document_id: z.string(),
  file_id: z.string(),
  name: z.string(),
  content_type: z.string(),
  size_bytes: z.bigint(),
  sha256: z.string(),
  created_at: z.date(),
  removed_at: z.date().nullable(),
});
export type DocumentRow = z.infer<typeof DocumentRow>;

const documentColumns = sql.fragment`document_id, customer_id, file_id, name, content_type, size_bytes, sha256, created_at, removed_at`;

/** The owner sees the present documents, an administrator also the replaced ones while they are stored. */
export type Reader = 'owner' | 'administrator';

const URLS: Readonly<Record<Reader, (document: DocumentRow) => string>> = {
  owner: ({ document_id }) => `/api/user/company-detail/documents/${document_id}`,
  administrator: ({ customer_id, document_id }) =>
    `/api/admin/users/${customer_id}/company-details/documents/${document_id}`,
};
const isShownTo = (reader: Reader) =>
  reader === 'owner'
    ? sql.fragment`removed_at is null`
    : sql.fragment`(removed_at is null or exists (
        select from app.upload where upload.file_id = company_document.file_id and upload.removed_at is null))`;

export function presentDocument(row: DocumentRow, reader: Reader): CompanyDocument {
  return {
    id: row.document_id,
    name: row.name,
    url: URLS[reader](row),
    content_type: row.content_type,
    size_bytes: Number(row.size_bytes),
    created_at: row.created_at.toISOString(),
    superseded_at: row.removed_at?.toISOString() ?? null,
  };
}

/** A customer's company with its documents; null where no details were saved. */
export async function findCompany(
  database: Queryable,
  customerId: string,
  reader: Reader = 'owner',
): Promise<Company | null> {
  const [row, documents] = await Promise.all([
    database.maybeOne(sql.type(CompanyRow)`
      select company_id, updated_at, ${listed((detail) =>
        detail === 'date_of_incorporation'
          ? sql.fragment`to_char(date_of_incorporation, 'YYYY-MM-DD') as date_of_incorporation`
          : column(detail),
      )} from app.company where customer_id = ${customerId}`),
    listDocuments(database, customerId, reader),
  ]);
  if (!row) return null;
  const { company_id, updated_at, ...details } = row;
  return {
    id: company_id,
    ...details,
    documents: documents.map((document) => presentDocument(document, reader)),
    updated_at: updated_at.toISOString(),
  };
}

/** The condition for an existing row, so that a save does not overwrite details that nobody was shown. */
const asShown = (shownAt: CompanyDetailBody['updated_at']) =>
  shownAt === null ? sql.fragment`false` : isAsShown(sql.fragment`company.updated_at`, shownAt);

/**
 * Runs before a save is sent to the ledger. `saveCompany` checks again, against changes in between.
 * @throws ApiError 409 where the details are no longer as they were shown
 */
export async function requireCompanyAsShown(
  database: Queryable,
  customerId: string,
  shownAt: CompanyDetailBody['updated_at'],
): Promise<void> {
  const changed = await database.exists(
    sql.void`select from app.company as company where customer_id = ${customerId} and not ${asShown(shownAt)}`,
  );
  if (changed) throw changedElsewhere('company');
}

/**
 * Saves the details, for the first time or again.
 * @throws ApiError 409 where they are no longer as they were shown
 */
export async function saveCompany(
  database: Queryable,
  customerId: string,
  companyId: string,
  { updated_at: shownAt, ...details }: CompanyDetailBody,
): Promise<void> {
  const saved = await database.maybeOne(sql.type(z.object({ company_id: z.string() }))`
    insert into app.company as company (company_id, customer_id, ${listed(column)})
    values (${companyId}, ${customerId}, ${listed((detail) => details[detail])})
    on conflict (customer_id) do update set
      ${listed((detail) => sql.fragment`${column(detail)} = excluded.${column(detail)}`)},
      updated_at = ${nextUpdatedAt(sql.fragment`company.updated_at`)}
    where ${asShown(shownAt)} returning company_id`);
  if (!saved) throw changedElsewhere('company');
}

/** The present documents first, in the order of their arrival; then the replaced ones, the latest first. */
export function listDocuments(
  database: Queryable,
  customerId: string,
  reader: Reader = 'owner',
): Promise<readonly DocumentRow[]> {
  return database.any(sql.type(DocumentRow)`
    select ${documentColumns} from app.company_document
    where customer_id = ${customerId} and ${isShownTo(reader)}
    order by removed_at desc nulls first, created_at limit ${MAX_DOCUMENTS + MAX_SUPERSEDED_SHOWN}`);
}

/** A document of this customer; null where there is none, or the reader may not see it. */
export function findDocument(
  database: Queryable,
  customerId: string,
  documentId: string,
  reader: Reader,
): Promise<DocumentRow | null> {
  return database.maybeOne(sql.type(DocumentRow)`select ${documentColumns} from app.company_document
    where document_id = ${documentId} and customer_id = ${customerId} and ${isShownTo(reader)}`);
}

export async function insertDocument(
  database: Queryable,
  document: {
    documentId: string;
    customerId: string;
    fileId: string;
    name: string;
    contentType: string;
    sizeBytes: number;
    sha256: string;
  },
): Promise<DocumentRow> {
  return database.one(sql.type(DocumentRow)`
    insert into app.company_document (document_id, customer_id, file_id, name, content_type, size_bytes, sha256)
    values (${document.documentId}, ${document.customerId}, ${document.fileId}, ${document.name},
      ${document.contentType}, ${document.sizeBytes}, ${document.sha256})
    returning ${documentColumns}`);
}

/** Removes it from the present documents. Administrators see it until its retention ends. */
export async function supersedeDocument(database: Queryable, documentId: string): Promise<void> {
  await database.query(sql.void`update app.company_document set removed_at = now()
    where document_id = ${documentId} and removed_at is null`);
}

/** Removes the row of a document that the ledger refused. */
export async function dropDocument(database: Queryable, documentId: string): Promise<void> {
  await database.query(sql.void`delete from app.company_document where document_id = ${documentId}`);
}
