import { useQuery } from '@tanstack/react-query';
import type { AdminProduct } from '#bff/contract/shop/admin-product.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import type { OpenRecord } from '#web/lib/navigation/list-address.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { ProductDialog } from './product-dialog.tsx';

export function EditProduct({ id, known, onClose }: OpenRecord<AdminProduct>) {
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /admin/products/:id', { params: { id } }),
    enabled: !known,
  });
  const product = known ?? data?.data;
  if (product) return <ProductDialog product={product} onClose={onClose} />;
  if (!error) return null;
  return (
    <Dialog onClose={onClose} title="Edit product">
      <LoadError
        of={{ error, refetch }}
        failed="Failed to load the product"
        missing={{ title: 'Product not found', message: 'The link may be old.' }}
      />
    </Dialog>
  );
}
