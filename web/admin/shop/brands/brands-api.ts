import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminBrand, Brand } from '#bff/contract/shop/brand.ts';
import type { BrandForm } from '#bff/contract/shop/brand-form.ts';
import { api } from '#web/lib/api/api.ts';
import { upload } from '#web/lib/api/upload.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { invalidate, queryKey } from '#web/lib/cache/query-key.ts';
import { ApiError, isApiError, orNull } from '#web/lib/call/api-error.ts';
import { mergeBrands } from './merge-brands.ts';

const NOT_IMPLEMENTED = 'Brands endpoint not implemented yet. Please add the backend routes first.';

/** Both lists merged; a server without brands (404) has none. */
export const useAdminBrands = () =>
  useQuery({
    // A separate key, because the plain list's own answer is not merged.
    queryKey: [...queryKey('GET /admin/brands'), 'merged'],
    queryFn: async ({ signal }): Promise<readonly AdminBrand[]> => {
      const [withLogo, plain] = await Promise.all([
        orNull(api('GET /admin/brands-with-logo', { signal })),
        orNull(api('GET /admin/brands', { signal })),
      ]);
      return mergeBrands(withLogo?.data.brands.data ?? [], plain?.data.brands ?? []);
    },
  });

/** Loads one brand again, null where it is gone, and all lists of brands with it. Throws ApiError. */
export function useLoadBrand(): (id: number) => Promise<Brand | null> {
  const client = useQueryClient();
  return async (id) => {
    const { data } = await api('GET /admin/brands');
    void invalidate(client, '/admin/brands');
    return data.brands.find((brand) => brand.id === id) ?? null;
  };
}

const STALE = ['/admin/brands', '/admin/products', '/admin/audit', '/brands'] as const;

/** A brand is saved as a change to the one that was shown; without one it is added. */
type Save = { brand: Brand | null; form: BrandForm; logo: File | null };

/** @throws ApiError */
export const useSaveBrand = () => useWrite((save: Save) => known(send(save)), { stale: STALE });

export const useDeleteBrand = () =>
  useWrite((id: number) => known(upload('POST /admin/brands/:id', { params: { id }, fields: { _method: 'DELETE' } })), {
    failed: 'Failed to delete brand logo',
    stale: STALE,
  });

function send({ brand, form, logo }: Save): Promise<{ message: string }> {
  if (!brand) return upload('POST /admin/brands', { fields: form, files: { logo } });
  const fields = { ...form, _method: 'PUT', updated_at: brand.updated_at } as const;
  return upload('POST /admin/brands/:id', { params: { id: brand.id }, fields, files: { logo } });
}

/** A 404 that is not the server's own words: it knows no brands at all. */
async function known<Saved>(sent: Promise<Saved>): Promise<Saved> {
  try {
    return await sent;
  } catch (error) {
    if (!isApiError(error) || error.status !== 404 || error.hasReason) throw error;
    throw new ApiError(404, { message: NOT_IMPLEMENTED });
  }
}
