import { z } from 'zod';
import { dataOf, errorFlag, NumericIdParams, named, savedOf, Timestamp } from '#bff/contract/base/common.ts';
import { GLYPHS } from '#bff/contract/base/glyphs.ts';
import { oneFile, routesFor } from '#bff/contract/base/route.ts';
import { IMAGE_RULES } from '#bff/contract/base/upload-rules.ts';
import { BrandForm } from './brand-form.ts';

export const Brand = named('Brand', {
  id: z.int(),
  name: z.string(),
  title: z.string(),
  /** Address of the uploaded logo; null when the brand is drawn from its colour and icon. */
  logo: z.string().nullable(),
  logoUrl: z.string().nullable(),
  hasLogo: z.boolean(),
  color: z.string().nullable(),
  /** The glyph on its cards where it has no logo. */
  glyph: z.enum(GLYPHS),
  description: z.string().nullable(),
  website: z.string().nullable(),
  updated_at: Timestamp,
});
export type Brand = z.infer<typeof Brand>;

const AdminBrand = Brand.extend({
  /** How many products the brand has, archived ones too. A brand with products cannot be deleted. */
  products_count: z.int(),
}).meta({ id: 'AdminBrand' });
export type AdminBrand = z.infer<typeof AdminBrand>;

export const BrandList = z.object({ ...errorFlag, data: z.object({ brands: z.array(Brand) }) });

export const BrandWithLogoList = z.object({ ...errorFlag, data: z.object({ brands: dataOf(z.array(Brand)) }) });

export const AdminBrandList = z.object({ ...errorFlag, data: z.object({ brands: z.array(AdminBrand) }) });

const AdminBrandWithLogoList = z.object({
  ...errorFlag,
  data: z.object({ brands: dataOf(z.array(AdminBrand)) }),
});

/**
 * The body names the method, as HTML forms do. `updated_at` is that of the brand as it was shown: a later change by somebody else is not
 * overwritten.
 */
export const ChangeBrandFields = z.discriminatedUnion('_method', [
  BrandForm.extend({ _method: z.literal('PUT'), updated_at: Timestamp.optional() }),
  z.object({ _method: z.literal('DELETE') }),
]);

const ChangeBrandAnswer = z.object({ message: z.string(), data: Brand.nullable() });

const desk = routesFor({ auth: 'administrator', permission: 'catalogue:read', tag: 'Admin: brands' });

export const adminBrandRoutes = {
  adminListBrands: desk.get('/admin/brands', 'All brands.', AdminBrandList),
  adminListBrandsWithLogo: desk.get('/admin/brands-with-logo', 'Brands that have a logo.', AdminBrandWithLogoList),
  createBrand: desk.post('/admin/brands', 'Add a brand.', savedOf(Brand), {
    permission: 'catalogue:write',
    multipart: { ...oneFile('logo', IMAGE_RULES.maxBytes), fields: BrandForm },
    status: 201,
  }),
  changeBrand: desk.post(
    '/admin/brands/:id',
    'Change (_method=PUT) or delete (_method=DELETE) a brand; one that has products is not deleted (409).',
    ChangeBrandAnswer,
    {
      permission: 'catalogue:write',
      params: NumericIdParams,
      multipart: { ...oneFile('logo', IMAGE_RULES.maxBytes), fields: ChangeBrandFields },
    },
  ),
};
