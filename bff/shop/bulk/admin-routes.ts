import { createHash } from 'node:crypto';
import { may } from '#bff/contract/base/roles.ts';
import { adminCatalogueRoutes, CHANGE_KINDS } from '#bff/contract/shop/admin-catalogue.ts';
import { MAX_CATALOGUE_CSV_BYTES, MAX_CATALOGUE_ROWS } from '#bff/contract/shop/bulk-limits.ts';
import { recordAction } from '#bff/identity/audit/record-action.ts';
import { ratesToJudgeBy } from '#bff/kit/approvals/approver.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { readFilePart } from '#bff/kit/files/file-part.ts';
import { parseFields } from '#bff/kit/files/read-multipart.ts';
import { sendDownload } from '#bff/kit/files/send-file.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { found, invalidField } from '#bff/kit/lib/api-error.ts';
import { brands } from '#bff/shop/brands/brand-store.ts';
import { listOfficeProductsOfBrands } from '#bff/shop/products/product-store.ts';
import type { Role } from '#core/aggregates/admin/roles.ts';
import { BRAND_COLUMNS, brandLines } from './brand-lines.ts';
import { CATALOGUE, judge } from './catalogue-way.ts';
import { changes, insertChange, linesToApply, listChanges, listLines } from './change-store.ts';
import { dayOfPlan } from './day-of-plan.ts';
import { applyChange, confirmChange, refuseChange, withdrawChange } from './decide.ts';
import { exportCatalogue } from './export-catalogue.ts';
import { knownCatalogue } from './known-catalogue.ts';
import { digestOf, type Line } from './line.ts';
import { presentChange, presentLine } from './present.ts';
import { priceLines } from './price-lines.ts';
import { PRODUCT_COLUMNS, productLines } from './product-lines.ts';
import { readTable } from './read-table.ts';

const FILE = {
  field: 'file',
  maxBytes: MAX_CATALOGUE_CSV_BYTES,
  missing: 'Please choose a CSV file',
  tooLarge: `The file is too large. A file may have at most ${MAX_CATALOGUE_CSV_BYTES / 1024 / 1024} MB: split it. Nothing was changed.`,
};
/** Titles of a change name so many brands. */
const MAX_NAMED = 3;

const { checkCatalogueFile, checkPriceChange } = adminCatalogueRoutes;

export const registerAdminCatalogue = feature(adminCatalogueRoutes, (deps) => {
  const { database } = deps;
  const find = async (id: string) => {
    const change = await changes.find(database, { id });
    return found(change, 'There is no such change. What was only looked at is kept for 7 days.');
  };
  /** For who may read it. */
  const shownTo = async ({ roles }: AdministratorActor, id: string) => {
    const change = await find(id);
    return found(kindsFor(roles).includes(change.kind) ? change : null, 'There is no such change.');
  };
  const saved = async (message: string, id: string) => ({ message, data: presentChange(await find(id)) });
  return {
    exportCatalogue: async (call) => {
      const { of } = call.query;
      const file = await exportCatalogue(database, of);
      await recordAction(call, 'export-made', ['catalogue', of], { format: 'csv' });
      return sendDownload(call.reply, { ...file, name: `${of}.csv` });
    },
    checkCatalogueFile: async (call) => saved('The file was read. Nothing is changed yet', await checkFile(deps, call)),
    checkPriceChange: async (call) =>
      saved('The prices are computed. Nothing is changed yet', await checkPrices(deps, call)),
    listCatalogueChanges: async ({ actor, query: { status, customer_id: customerId, ...asked } }) => {
      const { data, meta } = await listChanges(database, asked, { status, customerId, kinds: kindsFor(actor.roles) });
      return { data: data.map(presentChange), meta };
    },
    getCatalogueChange: async ({ actor, params }) => ({ data: presentChange(await shownTo(actor, params.id)) }),
    listCatalogueLines: async ({ actor, params, query }) => {
      await shownTo(actor, params.id);
      const { data, meta } = await listLines(database, params.id, query, query.view);
      return { data: data.map(presentLine), meta };
    },
    applyCatalogueChange: async ({ actor, params, body }) =>
      saved(await applyChange(deps, CATALOGUE, actor, { ...params, ...body }), params.id),
    confirmCatalogueChange: async ({ actor, params, body }) =>
      saved(await confirmChange(deps, CATALOGUE, actor, { ...params, ...body }), params.id),
    refuseCatalogueChange: async ({ actor, params }) =>
      saved(await refuseChange(deps, CATALOGUE, actor, params.id), params.id),
    withdrawCatalogueChange: async ({ actor, params }) =>
      saved(await withdrawChange(deps, CATALOGUE, actor, params.id), params.id),
  };
});

/** Customers' discounts are for who may read customers. */
const kindsFor = (roles: readonly Role[]) =>
  CHANGE_KINDS.filter((kind) => CATALOGUE.has(kind) || may(roles, 'customers:read'));

/** Stores a look, with what of it will take a second administrator. */
async function store(
  deps: BffDeps,
  actor: AdministratorActor,
  change: Parameters<typeof insertChange>[1],
  lines: readonly Line[],
): Promise<void> {
  const rates = await ratesToJudgeBy(deps, actor);
  await deps.database.transaction(async (transaction) => {
    await insertChange(transaction, change, lines);
    await judge(deps, transaction, change, await linesToApply(transaction, change.id), rates);
  });
}

/** The id of the change that was stored. @throws ApiError 422 on `file` */
async function checkFile(deps: BffDeps, call: Call<typeof checkCatalogueFile>): Promise<string> {
  const { database, clock } = deps;
  const { bytes, name, textOf } = await readFilePart(call.request, FILE);
  const { of } = parseFields(checkCatalogueFile.multipart.fields, { of: textOf('of') ?? '' });
  const id = call.newId('catalogue-change');
  const table = readTable(bytes, of === 'products' ? PRODUCT_COLUMNS : BRAND_COLUMNS);
  const lines =
    of === 'products'
      ? await productLines(table.rows, await knownCatalogue(deps, table.rows), id)
      : brandLines(table.rows, await brands.list(database, {}));
  await store(
    deps,
    call.actor,
    {
      id,
      kind: of,
      title: name,
      readAs: table.readAs,
      digest: digestOf(lines),
      dueAt: null,
      timeZone: null,
      fileSha256: createHash('sha256').update(bytes).digest('hex'),
      createdBy: call.actor.administratorId,
      createdAt: clock(),
    },
    lines,
  );
  return id;
}

/** The same for prices. @throws ApiError 422 */
async function checkPrices(deps: BffDeps, call: Call<typeof checkPriceChange>): Promise<string> {
  const { database, clock } = deps;
  const { brand_ids, percentage, day } = call.body;
  const id = call.newId('catalogue-change');
  if (await changes.find(database, { id })) return id;
  const due = dayOfPlan(deps, day);
  const titles = (await brands.list(database, {}))
    .filter((brand) => brand_ids.includes(brand.id))
    .map(({ title }) => title);
  if (titles.length < new Set(brand_ids).size) throw invalidField('brand_ids', 'A brand is not there any more');
  const products = await listOfficeProductsOfBrands(database, brand_ids, MAX_CATALOGUE_ROWS + 1);
  if (products.length > MAX_CATALOGUE_ROWS) {
    const most = MAX_CATALOGUE_ROWS.toLocaleString('en-US');
    throw invalidField('brand_ids', `These brands have more than ${most} products. Choose fewer brands.`);
  }
  const lines: readonly Line[] = priceLines(products, Math.round(percentage * 100));
  const named = titles.slice(0, MAX_NAMED).join(', ');
  const others = titles.length > MAX_NAMED ? ` and ${titles.length - MAX_NAMED} more` : '';
  await store(
    deps,
    call.actor,
    {
      id,
      kind: 'prices',
      title: `${named}${others}: ${percentage > 0 ? '+' : ''}${percentage} %`,
      readAs: null,
      fileSha256: null,
      digest: digestOf(lines),
      ...due,
      createdBy: call.actor.administratorId,
      createdAt: clock(),
    },
    lines,
  );
  return id;
}
