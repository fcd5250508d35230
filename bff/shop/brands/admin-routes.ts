import { type AdminBrand, adminBrandRoutes, ChangeBrandFields } from '#bff/contract/shop/brand.ts';
import { BrandForm } from '#bff/contract/shop/brand-form.ts';
import { recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import type { RecordingCall } from '#bff/identity/audit/record-action.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { parseFields, withMultipart } from '#bff/kit/files/read-multipart.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { conflict, invalidField, notFound } from '#bff/kit/lib/api-error.ts';
import { lockAsShown } from '#bff/kit/tables/shown-version.ts';
import { dropPicture, onePicture } from '#bff/shop/pictures/pictures.ts';
import { type BrandRow, brands, countProducts, insertBrand, listBrands, updateBrand } from './brand-store.ts';
import { presentBrand } from './present.ts';

const LOGO = onePicture('logo');

export const registerAdminBrands = feature(adminBrandRoutes, (deps) => {
  const { database } = deps;
  const list = async (filter: { withLogo?: boolean }): Promise<AdminBrand[]> => {
    const [all, counts] = await Promise.all([listBrands(database, filter), countProducts(database)]);
    return all.map((brand) => ({ ...presentBrand(brand), products_count: counts.get(brand.id) ?? 0 }));
  };
  return {
    adminListBrands: async () => ({ error: false, data: { brands: await list({}) } }),
    adminListBrandsWithLogo: async () => ({ error: false, data: { brands: { data: await list({ withLogo: true }) } } }),
    createBrand: (call) =>
      withMultipart(deps, call.request, LOGO, async ({ fields, files }) => {
        const form = parseFields(BrandForm, fields);
        // In one transaction, so that a brand is not added without its record.
        const brand = await recordedTransaction(deps, call.actor, async (transaction, record) => {
          const added = await insertBrand(transaction, form, files[0]?.id);
          if (!added) throw titleTaken(form.title);
          await record('brand-created', ['brand', added.id], { title: added.title });
          return added;
        });
        return { message: 'Brand logo created successfully', data: presentBrand(brand) };
      }),
    changeBrand: (call) =>
      withMultipart(deps, call.request, LOGO, async ({ fields, files }) => {
        const form = parseFields(ChangeBrandFields, fields);
        const { id } = call.params;
        if (form._method === 'DELETE') {
          await remove(deps, call, id);
          await Promise.all(files.map((file) => deps.files.remove(file.id)));
          return { message: 'Brand logo deleted successfully', data: null };
        }
        return {
          message: 'Brand logo updated successfully',
          data: presentBrand(await update(deps, call, id, form, files[0]?.id)),
        };
      }),
  };
});

const BRAND = ['brand', 'brand'] as const;
const noSuchBrand = () => notFound('There is no such brand.');
const brandInUse = (products: number) =>
  conflict(
    'brand_in_use',
    `The brand has ${products} ${products === 1 ? 'product' : 'products'}. Nothing was deleted: give them another brand first, because without one customers would not find them.`,
  );
const titleTaken = (title: string) => invalidField('title', `There is a brand named ${title} already`);

async function update(
  deps: BffDeps,
  call: RecordingCall,
  id: number,
  form: BrandForm & { readonly updated_at?: string | undefined },
  logoFileId: string | undefined,
): Promise<BrandRow> {
  const { before, brand } = await recordedTransaction(deps, call.actor, async (transaction, record) => {
    if (!(await lockAsShown(transaction, BRAND, id, form.updated_at))) throw noSuchBrand();
    const before = await brands.find(transaction, { id });
    const brand = await updateBrand(transaction, id, form, logoFileId);
    if (!brand) throw titleTaken(form.title);
    await record('brand-updated', ['brand', id], { title: brand.title });
    return { before, brand };
  });
  if (logoFileId !== undefined && before?.logo_file_id) await dropPicture(deps, before.logo_file_id);
  return brand;
}

async function remove(deps: BffDeps, call: RecordingCall, id: number): Promise<void> {
  const brand = await recordedTransaction(deps, call.actor, async (transaction, record) => {
    // The lock comes first, so that no product joins the brand between the count and the deletion.
    if (!(await lockAsShown(transaction, BRAND, id, undefined))) throw noSuchBrand();
    const products = (await countProducts(transaction, id)).get(id) ?? 0;
    if (products > 0) throw brandInUse(products);
    const deleted = await brands.take(transaction, { id });
    if (!deleted) throw noSuchBrand();
    await record('brand-deleted', ['brand', id], { title: deleted.title });
    return deleted;
  });
  if (brand.logo_file_id !== null) await dropPicture(deps, brand.logo_file_id);
}
