import { z } from 'zod';
import { Company, type CompanyDetailBody, CompanyDocument } from '#bff/contract/people/company.ts';
import { changedElsewhere, isAsShown, nextUpdatedAt } from '#bff/kit/tables/shown-version.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { appTable, assigned, newRow } from '#bff/kit/tables/table.ts';
import { MAX_DOCUMENTS } from '#core/aggregates/customer/limits.ts';

const MAX_SUPERSEDED_SHOWN = 200;

const companies = appTable('company', Company.omit({ documents: true }), { id: sql.fragment`company_id` });

export const documents = appTable(
  'company_document',
  CompanyDocument.omit({ url: true }).extend({
    customer_id: z.string(),
    file_id: z.string(),
    sha256: z.string(),
    size_bytes: z.bigint().transform(Number),
  }),
  { id: sql.fragment`document_id`, superseded_at: sql.fragment`removed_at` },
);
export type DocumentRow = z.infer<typeof documents.type>;

/** The owner sees the present documents, an administrator also the replaced ones while they are stored. */
export type Reader = 'owner' | 'administrator';

const URLS: Readonly<Record<Reader, (document: DocumentRow) => string>> = {
  owner: ({ id }) => `/api/user/company-detail/documents/${id}`,
  administrator: ({ customer_id, id }) => `/api/admin/users/${customer_id}/company-details/documents/${id}`,
};
const isShownTo = (reader: Reader) =>
  reader === 'owner'
    ? sql.fragment`removed_at is null`
    : sql.fragment`(removed_at is null or exists (
        select from app.upload where upload.file_id = company_document.file_id and upload.removed_at is null))`;

export function presentDocument(row: DocumentRow, reader: Reader): CompanyDocument {
  const { customer_id, file_id, sha256, ...document } = row;
  return { ...document, url: URLS[reader](row) };
}

/** Null where no details were saved. */
export async function findCompany(
  database: Queryable,
  customerId: string,
  reader: Reader = 'owner',
): Promise<Company | null> {
  const [company, shown] = await Promise.all([
    companies.find(database, { customerId }),
    listDocuments(database, customerId, reader),
  ]);
  return company && { ...company, documents: shown.map((document) => presentDocument(document, reader)) };
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
    insert into app.company as company ${newRow({ companyId, customerId, ...details })}
    on conflict (customer_id) do update set
      ${assigned({ ...details, updatedAt: nextUpdatedAt(sql.fragment`company.updated_at`) })}
    where ${asShown(shownAt)} returning company_id`);
  if (!saved) throw changedElsewhere('company');
}

/** The present documents first, in the order of their arrival; then the replaced ones, the latest first. */
export const listDocuments = (
  database: Queryable,
  customerId: string,
  reader: Reader = 'owner',
): Promise<DocumentRow[]> =>
  documents.list(
    database,
    sql.fragment`customer_id = ${customerId} and ${isShownTo(reader)}`,
    sql.fragment`order by removed_at desc nulls first, created_at limit ${MAX_DOCUMENTS + MAX_SUPERSEDED_SHOWN}`,
  );

/** A document of this customer; null where there is none, or the reader may not see it. */
export const findDocument = (database: Queryable, customerId: string, id: string, reader: Reader) =>
  documents.find(database, sql.fragment`document_id = ${id} and customer_id = ${customerId} and ${isShownTo(reader)}`);
