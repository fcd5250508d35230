import type { FastifyInstance } from 'fastify';
import { presentBrand } from '#bff/catalogue/present.ts';
import type { BrandForm } from '#bff/contract/admin-forms.ts';
import { adminBrandRoutes } from '#bff/contract/admin-store-routes.ts';
import { ChangeBrandFields, CreateBrandFields } from '#bff/contract/brand.ts';
import type { BffDeps } from '#bff/deps.ts';
import { registerRoutes } from '#bff/http/register-routes.ts';
import { invalidField, notFound } from '#bff/lib/api-error.ts';
import { parseFields, withMultipart } from '#bff/lib/read-multipart.ts';
import { dropPicture, onePicture } from '../pictures.ts';
import { type RecordingCall, recordAction } from '../record-action.ts';
import {
  type BrandData,
  type BrandRow,
  deleteBrand,
  findBrand,
  insertBrand,
  listBrands,
  updateBrand,
} from './brand-store.ts';

const LOGO = onePicture('logo');

export function registerAdminBrands(app: FastifyInstance, deps: BffDeps): void {
  const { database } = deps;
  registerRoutes(app, deps, adminBrandRoutes, {
    list: async () => ({ error: false, data: { brands: (await listBrands(database)).map(presentBrand) } }),
    withLogo: async () => ({
      error: false,
      data: { brands: { data: (await listBrands(database, { withLogo: true })).map(presentBrand) } },
    }),
    create: (call) =>
      withMultipart(deps, call.request, LOGO, async ({ fields, files }) => {
        const form = parseFields(CreateBrandFields, fields);
        // In one transaction: a brand that could not be recorded is not added.
        const brand = await database.transaction(async (transaction) => {
          const added = await insertBrand(transaction, brandData(form), files[0]?.id ?? null);
          if (!added) throw titleTaken(form.title);
          await recordAction(call, 'brand-created', { kind: 'brand', id: added.id }, { title: added.title });
          return added;
        });
        return { message: 'Brand logo created successfully', data: presentBrand(brand) };
      }),
    change: (call) =>
      withMultipart(deps, call.request, LOGO, async ({ fields, files }) => {
        const form = parseFields(ChangeBrandFields, fields);
        const brand = await findBrand(database, call.params.id);
        if (!brand) throw notFound('There is no such brand.');
        if (form._method === 'DELETE') {
          await remove(deps, call, brand);
          await Promise.all(files.map((file) => deps.files.remove(file.id)));
          return { message: 'Brand logo deleted successfully', data: null };
        }
        return {
          message: 'Brand logo updated successfully',
          data: presentBrand(await update(deps, call, brand, form, files[0]?.id)),
        };
      }),
  });
}

const brandData = (form: BrandForm): BrandData => ({
  title: form.title,
  description: form.description ?? '',
  website: form.website,
  color: form.color,
});

const titleTaken = (title: string) => invalidField('title', `There is a brand named ${title} already`);

async function update(
  deps: BffDeps,
  call: RecordingCall,
  before: BrandRow,
  form: BrandForm,
  logoFileId: string | undefined,
): Promise<BrandRow> {
  const brand = await deps.database.transaction(async (transaction) => {
    const updated = await updateBrand(transaction, before.id, brandData(form), logoFileId);
    if (!updated) throw titleTaken(form.title);
    await recordAction(call, 'brand-updated', { kind: 'brand', id: before.id }, { title: updated.title });
    return updated;
  });
  if (logoFileId !== undefined && before.logoFileId !== null) await dropPicture(deps, before.logoFileId);
  return brand;
}

async function remove(deps: BffDeps, call: RecordingCall, brand: BrandRow): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    await deleteBrand(transaction, brand.id);
    await recordAction(call, 'brand-deleted', { kind: 'brand', id: brand.id }, { title: brand.title });
  });
  if (brand.logoFileId !== null) await dropPicture(deps, brand.logoFileId);
}
