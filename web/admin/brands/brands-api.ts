import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BrandForm } from '#bff/contract/admin-forms.ts';
import type { AdminBrand, Brand } from '#bff/contract/brand.ts';
import { api } from '#web/lib/api.ts';
import { ApiError, isApiError, orNull } from '#web/lib/api-error.ts';
import { invalidate, queryKey } from '#web/lib/query-key.ts';
import { upload } from '#web/lib/upload.ts';
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

/** A brand is saved as a change to the one that was shown; without one it is added. */
type Change =
  | { kind: 'save'; brand: Brand | null; form: BrandForm; logo: File | null }
  | { kind: 'delete'; id: number };

/** Adds, changes or deletes a brand. Throws ApiError. */
export function useChangeBrand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: Change) => {
      try {
        return await send(change);
      } catch (error) {
        // A 404 without the server's own message means that it has no brands at all.
        if (!isApiError(error) || error.status !== 404 || error.hasReason) throw error;
        throw new ApiError(404, { message: NOT_IMPLEMENTED });
      }
    },
    onSuccess: () => invalidate(client, '/admin/brands', '/admin/products', '/admin/audit', '/brands'),
  });
}

function send(change: Change): Promise<{ message: string }> {
  if (change.kind === 'delete') {
    return upload('POST /admin/brands/:id', { params: { id: change.id }, fields: { _method: 'DELETE' } });
  }
  const { brand, form, logo } = change;
  if (!brand) return upload('POST /admin/brands', { fields: form, files: { logo } });
  const fields = { ...form, _method: 'PUT', updated_at: brand.updated_at } as const;
  return upload('POST /admin/brands/:id', { params: { id: brand.id }, fields, files: { logo } });
}
