import { z } from 'zod';
import { dataOf, named, PageQuery, pageOf, savedOf, Timestamp, Uuid } from '#bff/contract/base/common.ts';
import { oneFile, routesFor } from '#bff/contract/base/route.ts';
import { MAX_CATALOGUE_CSV_BYTES } from './bulk-limits.ts';
import { PriceChangeForm } from './price-change-form.ts';

/** `discounts`: those of a customer on the products of a brand. */
export const CHANGE_KINDS = ['products', 'brands', 'prices', 'discounts'] as const;
/** `shown`: it was only looked at. `waiting`: for a second administrator. `applying`: discounts are being set one after the other. */
export const CHANGE_STATUSES = [
  'shown',
  'waiting',
  'planned',
  'applying',
  'applied',
  'refused',
  'withdrawn',
  'lapsed',
] as const;
export const LINE_VIEWS = ['new', 'changed', 'unchanged', 'wrong', 'far', 'refused'] as const;

const Person = z.object({ id: Uuid, name: z.string() });

/**
 * Rows by state. `far`: prices that are far from those of the last days, and discounts that take a second administrator. `refused`: rows
 * that were not applied, though the change was.
 */
export const CatalogueCounts = z.object({
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  wrong: z.int(),
  far: z.int(),
  refused: z.int(),
});

/** A change of many products or brands at once: a file, prices by a percentage, or a customer's discounts. */
export const CatalogueChange = named('CatalogueChange', {
  id: Uuid,
  kind: z.enum(CHANGE_KINDS),
  /** Whose discounts; null for other kinds. */
  customer: Person.nullable(),
  /** The name of the file, or what was asked for. */
  title: z.string(),
  /** SHA-256 of the file; null for prices. */
  file_sha256: z.string().nullable(),
  /** Encoding and separator of the file, and what was left out. */
  read_as: z.string().nullable(),
  /** What a confirmation has to name. */
  digest: z.string(),
  counts: CatalogueCounts,
  status: z.enum(CHANGE_STATUSES),
  /** A file with wrong rows, or without any change, cannot be applied. */
  can_apply: z.boolean(),
  created_by: Person,
  created_at: Timestamp,
  /** When it counts; null: at once. */
  due_at: Timestamp.nullable(),
  time_zone: z.string().nullable(),
  confirmed_by: Person.nullable(),
  ended_at: Timestamp.nullable(),
  /** How many rows were applied. */
  applied: z.int().nullable(),
});
export type CatalogueChange = z.infer<typeof CatalogueChange>;

export const CatalogueLine = named('CatalogueLine', {
  id: z.string(),
  /** The line of the file; the place in the list for a change of prices. */
  line: z.int(),
  state: z.enum(['new', 'changed', 'unchanged', 'wrong']),
  name: z.string(),
  /** The product; null for a brand, and for a row that names none. */
  product_id: Uuid.nullable(),
  /** `before` is null where there was nothing. Long texts are cut. */
  fields: z.array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string() })),
  problems: z.array(z.object({ column: z.string().nullable(), message: z.string() })),
  is_far: z.boolean(),
  refused: z.string().nullable(),
});
export type CatalogueLine = z.infer<typeof CatalogueLine>;

/** `digest` is that of the change as it was shown. */
export const SeenChange = z.object({
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Must be the digest of a change')
    .meta({ examples: ['5f'.repeat(32)] }),
});

const desk = routesFor({ auth: 'administrator', permission: 'catalogue:read', tag: 'Admin: products' });
export const CatalogueChangeSaved = savedOf(CatalogueChange);
const saved = CatalogueChangeSaved;

export const adminCatalogueRoutes = {
  exportCatalogue: desk.file(
    '/admin/catalogue/export',
    'Products or brands as a CSV that can come in again.',
    'text/csv',
    {
      query: z.object({ of: z.enum(['products', 'brands']) }),
    },
  ),
  checkCatalogueFile: desk.post(
    '/admin/catalogue/files',
    'Look at a CSV of products or brands: what would be new, changed and wrong, row by row. Nothing is changed.',
    saved,
    {
      permission: 'catalogue:write',
      expects: { nothing: 'it changes nothing' },
      multipart: {
        ...oneFile('file', MAX_CATALOGUE_CSV_BYTES),
        fields: z.object({ of: z.enum(['products', 'brands']) }),
      },
      status: 201,
    },
  ),
  checkPriceChange: desk.post(
    '/admin/catalogue/prices',
    'Look at a change of the prices of brands by a percentage, at once or on a day in the time zone of the seller. Nothing is changed.',
    saved,
    {
      permission: 'catalogue:write',
      expects: { nothing: 'it changes nothing' },
      body: PriceChangeForm,
      status: 201,
    },
  ),
  listCatalogueChanges: desk.get(
    '/admin/catalogue/changes',
    'Changes that were made or wait, newest first. Those of customers’ discounts are for who may read customers.',
    pageOf(CatalogueChange),
    {
      query: PageQuery.extend({ status: z.enum(CHANGE_STATUSES).optional(), customer_id: Uuid.optional() }),
    },
  ),
  getCatalogueChange: desk.get('/admin/catalogue/changes/:id', 'One change.', dataOf(CatalogueChange)),
  listCatalogueLines: desk.get('/admin/catalogue/changes/:id/rows', 'The rows of a change.', pageOf(CatalogueLine), {
    query: PageQuery.extend({ view: z.enum(LINE_VIEWS).optional() }),
  }),
  applyCatalogueChange: desk.post(
    '/admin/catalogue/changes/:id/apply',
    'Apply a change as it was shown, or plan it for its day. With prices far from the last ones it waits for a second administrator.',
    saved,
    { permission: 'catalogue:write', body: SeenChange, expects: ['digest'] },
  ),
  confirmCatalogueChange: desk.post(
    '/admin/catalogue/changes/:id/confirm',
    'Say the second yes to a change that waits: it is applied, or planned for its day.',
    saved,
    { permission: 'prices:confirm', step_up: true, body: SeenChange, expects: ['digest'] },
  ),
  refuseCatalogueChange: desk.post(
    '/admin/catalogue/changes/:id/refuse',
    'Refuse a change that waits, or take the own one back.',
    saved,
    { permission: 'prices:refuse', expects: { nothing: 'it prices nothing' } },
  ),
  withdrawCatalogueChange: desk.post(
    '/admin/catalogue/changes/:id/withdraw',
    'Withdraw a change before its day.',
    saved,
    { permission: 'catalogue:write', expects: { nothing: 'prices stay as they are' } },
  ),
};
