import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BrandForm } from '#bff/contract/admin-forms.ts';
import type { Brand, BrandList, BrandWithLogoList, ChangeBrandAnswer } from '#bff/contract/brand.ts';
import { adminFetch } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { keys } from '#web/lib/query-keys.ts';
import { upload } from '#web/lib/upload.ts';
import { mergeBrands } from './merge-brands.ts';

const NOT_IMPLEMENTED = 'Brands endpoint not implemented yet. Please add the backend routes first.';

/** Both lists as one; a server without brands (404) has none. */
export const useAdminBrands = () =>
  useQuery({
    queryKey: keys.admin.brands.list(),
    queryFn: async ({ signal }): Promise<readonly Brand[]> => {
      const [withLogo, plain] = await Promise.all([
        orNone(adminFetch<BrandWithLogoList>('/brands-with-logo', { signal })),
        orNone(adminFetch<BrandList>('/brands', { signal })),
      ]);
      return mergeBrands(withLogo?.data.brands.data ?? [], plain?.data.brands ?? []);
    },
  });

async function orNone<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call;
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}

/** Reads one brand as it is now, null when it is gone, and all lists of brands with it. Throws ApiError. */
export function useLoadBrand(): (id: number) => Promise<Brand | null> {
  const client = useQueryClient();
  return async (id) => {
    const { data } = await adminFetch<BrandList>('/brands');
    void client.invalidateQueries({ queryKey: keys.admin.brands.all });
    return data.brands.find((brand) => brand.id === id) ?? null;
  };
}

/** A brand is saved as changed from what was shown; without one it is added. */
type Change =
  | { kind: 'save'; brand: Brand | null; form: BrandForm; logo: File | null }
  | { kind: 'delete'; id: number };

/** Adds, changes or deletes a brand. Throws ApiError. */
export function useChangeBrand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => {
      const id = change.kind === 'delete' ? change.id : change.brand?.id;
      return upload<ChangeBrandAnswer>('admin', id === undefined ? '/brands' : `/brands/${id}`, formOf(change));
    },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.admin.brands.all }),
        client.invalidateQueries({ queryKey: keys.admin.products.all }),
        client.invalidateQueries({ queryKey: keys.admin.audit.all }),
        client.invalidateQueries({ queryKey: keys.brands }),
      ]),
  });
}

function formOf(change: Change): FormData {
  const form = new FormData();
  if (change.kind === 'delete') {
    form.append('_method', 'DELETE');
    return form;
  }
  if (change.brand) {
    form.append('_method', 'PUT');
    form.append('updated_at', change.brand.updated_at);
  }
  const { title, description, website, color } = change.form;
  form.append('title', title);
  form.append('description', description ?? '');
  form.append('website', website ?? '');
  if (color) form.append('color', color);
  if (change.logo) form.append('logo', change.logo, change.logo.name);
  return form;
}

/** What to say of a failed write: the server's reason, or that the server knows no brands at all. */
export function brandFailure(error: unknown, fallback: string): string {
  if (!isApiError(error)) return fallback;
  if (error.status === 404 && !error.fromServer) return NOT_IMPLEMENTED;
  return error.fromServer ? error.message : fallback;
}
