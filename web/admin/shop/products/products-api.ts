import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { AdminProduct, ProductBody } from '#bff/contract/shop/admin-product.ts';
import { api } from '#web/lib/api/api.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { hold, invalidate, keysBelow } from '#web/lib/cache/query-key.ts';
import type { Answer, QueryOf } from '#web/lib/call/api-types.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { counted } from '#web/lib/words/counted.ts';

const PAGE_SIZE = 50;
/** The choice of brands changes rarely, and a change reloads it. */
const BRANDS_FRESH_MILLISECONDS = 10 * 60_000;

/** Archived ones too. */
export const productsQuery = (filters: QueryOf<'GET /admin/products'>, term: string) => {
  const query = { ...filters, per_page: PAGE_SIZE };
  return term === ''
    ? apiQuery('GET /admin/products', { query })
    : apiQuery('GET /admin/products/search', { query: { ...query, term } });
};

/** By title. */
export const brandChoicesQuery = () =>
  queryOptions({
    ...apiQuery('GET /admin/brands'),
    select: ({ data }) => data.brands.toSorted((left, right) => left.title.localeCompare(right.title)),
    staleTime: BRANDS_FRESH_MILLISECONDS,
  });

/** Adds a draft (no id) or changes a product. Throws ApiError. */
export function useSaveProduct() {
  const add = useWrite('POST /admin/products', { done: null });
  const change = useWrite('PUT /admin/products/:id', { done: null });
  return (id: string | null, body: ProductBody) =>
    id === null ? add.mutateAsync({ body: { ...body, is_draft: true } }) : change.mutateAsync({ params: { id }, body });
}

/** Everything is reloaded, because new codes also fulfil orders, and the store's own lists change, too. */
const STALE = ['/admin', '/products'] as const;

export function useReloadProducts(): () => Promise<void> {
  const client = useQueryClient();
  return () => invalidate(client, ...STALE);
}

/** Takes back the own price that waits for a second administrator. */
export const useTakePriceBack = () =>
  useWrite('POST /admin/products/:id/price/refuse', { failed: 'The price could not be taken back', stale: STALE });

/** Archives or restores a product: shown at once, undone with the reason where it is refused. */
export function useSetArchived() {
  const lists = { queryKey: keysBelow('/admin/products'), predicate: isList };
  type Setting = { product: AdminProduct; isArchived: boolean };
  return useWrite(({ product, isArchived }: Setting) => callSetArchived(product.id, isArchived), {
    atOnce: async ({ product, isArchived }, client) => {
      const putBack = await hold(client, lists);
      client.setQueriesData<ProductPage>(
        lists,
        (page) =>
          page && {
            ...page,
            data: page.data.map((each) => (each.id === product.id ? { ...each, is_archived: isArchived } : each)),
          },
      );
      return putBack;
    },
    failed: (error, { product, isArchived }) =>
      toastError(
        error,
        `${product.name} could not be ${isArchived ? 'archived' : 'put on sale'}. Nothing was changed.`,
      ),
    stale: STALE,
  });
}

/** Archives or restores several products, one after the other. The first refusal ends it, and the message has the number done. */
export function useSetManyArchived() {
  const reload = useReloadProducts();
  return async (products: readonly AdminProduct[], isArchived: boolean): Promise<void> => {
    const word = isArchived ? 'archived' : 'put on sale';
    let done = 0;
    try {
      for (const { id } of products) {
        await callSetArchived(id, isArchived);
        done += 1;
      }
      toast.success(`${counted(done, 'products')} ${word}`);
    } catch (error) {
      toastError(error, `${done} of ${products.length} products were ${word}; the others were not changed.`);
    } finally {
      await reload();
    }
  };
}

const callSetArchived = (id: string, isArchived: boolean): Promise<{ message: string }> =>
  isArchived
    ? api('DELETE /admin/products/:id', { params: { id } })
    : api('POST /admin/products/:id/restore', { params: { id } });

type ProductPage = Answer<'GET /admin/products'>;

/** The list or a search of it, without single products and their codes. */
const isList = ({ queryKey: [, , piece] }: { queryKey: readonly unknown[] }): boolean =>
  typeof piece === 'object' || piece === 'search';
