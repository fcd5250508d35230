import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  AdminProduct,
  AdminProductAnswer,
  AdminProductPage,
  AdminProductSaved,
  ProductBody,
  StockCode,
  StockImportAnswer,
  StockPage,
} from '#bff/contract/admin-product.ts';
import type { BrandList } from '#bff/contract/brand.ts';
import type { MessageAnswer } from '#bff/contract/common.ts';
import { adminFetch } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { fileForm, upload } from '#web/lib/upload.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { toast } from '#web/ui/toast.ts';
import type { UploadFunction } from '#web/ui/use-uploads.ts';

export const PAGE_SIZE = 50;
/** The server refuses shorter terms. */
export const MIN_TERM_LENGTH = 2;
/** Brands to choose from change rarely, and a change of them reads them anew. */
const BRANDS_FRESH_MILLISECONDS = 10 * 60_000;

export type ProductFilters = { page: number; term: string; brand_name: string; sort_by: string; sort_order: string };

/** One page of products, archived ones too. */
export const useProducts = ({ term, ...filters }: ProductFilters) =>
  useQuery({
    queryKey: keys.admin.products.list({ ...filters, term }),
    queryFn: ({ signal }) =>
      adminFetch<AdminProductPage>(term === '' ? '/products' : '/products/search', {
        query: { ...filters, term, per_page: PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** The brands that a product may belong to. */
export const useBrandChoices = () =>
  useQuery({
    queryKey: keys.admin.brands.part('choices'),
    queryFn: ({ signal }) => adminFetch<BrandList>('/brands', { signal }),
    select: (answer) => answer.data.brands,
    staleTime: BRANDS_FRESH_MILLISECONDS,
  });

/** Adds (no id) or changes a product. Throws ApiError. */
export function useSaveProduct() {
  return useWrite(({ id, body }: { id: string | null; body: ProductBody }, idempotencyKey) =>
    id === null
      ? adminFetch<AdminProductSaved>('/products', { method: 'POST', body, idempotencyKey })
      : adminFetch<AdminProductSaved>(`/products/${id}`, { method: 'PUT', body, idempotencyKey }),
  );
}

/** A product as it is now. Throws ApiError. */
export const loadProduct = async (id: string): Promise<AdminProduct> =>
  (await adminFetch<AdminProductAnswer>(`/products/${id}`)).data;

/** Sets the picture of a product. Throws ApiError. */
export const sendPicture = (id: string, file: File): Promise<AdminProductSaved> =>
  upload<AdminProductSaved>('admin', `/products/${id}/image`, fileForm('image', file));

/** Everything is read anew, for codes that arrive fulfil orders as well; the store's own lists too. */
export function useReloadProducts(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.admin.all }),
      client.invalidateQueries({ queryKey: keys.products.all }),
    ]);
}

/** Takes a product out of the store or puts it back: shown at once, undone with the reason when it is refused. */
export function useSetArchived() {
  const client = useQueryClient();
  const reload = useReloadProducts();
  const queryKey = keys.admin.products.all;
  return useMutation({
    mutationFn: ({ product, isArchived }: { product: AdminProduct; isArchived: boolean }) =>
      isArchived
        ? adminFetch<MessageAnswer>(`/products/${product.id}`, { method: 'DELETE' })
        : adminFetch<AdminProductSaved>(`/products/${product.id}/restore`, { method: 'POST' }),
    onMutate: async ({ product, isArchived }) => {
      const lists = [...queryKey, 'list'];
      await client.cancelQueries({ queryKey: lists });
      const before = client.getQueriesData<AdminProductPage>({ queryKey: lists });
      client.setQueriesData<AdminProductPage>(
        { queryKey: lists },
        (page) =>
          page && {
            ...page,
            data: page.data.map((each) => (each.id === product.id ? { ...each, is_archived: isArchived } : each)),
          },
      );
      return before;
    },
    onSuccess: (answer) => toast.success(answer.message),
    onError: (error, { product, isArchived }, before) => {
      for (const [key, page] of before ?? []) client.setQueryData(key, page);
      toastError(error, `${product.name} could not be ${isArchived ? 'archived' : 'restored'}. Nothing was changed.`);
    },
    onSettled: reload,
  });
}

/** The gift codes of a product by their last four characters, newest first. */
export const useCodes = (productId: string, filters: { page: number; status: StockCode['status'] | '' }) =>
  useQuery({
    queryKey: keys.admin.products.part('codes', { productId, ...filters }),
    queryFn: ({ signal }) => adminFetch<StockPage>(`/products/${productId}/codes`, { query: filters, signal }),
    placeholderData: keepPreviousData,
  });

/** Sends a CSV of codes. Throws ApiError. */
export const sendCodes = (
  productId: string,
  ...[file, options]: Parameters<UploadFunction>
): Promise<StockImportAnswer> =>
  upload<StockImportAnswer>('admin', `/products/${productId}/codes`, fileForm('codes', file), options);
