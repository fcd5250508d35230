import type { AdminBrand } from '#bff/contract/shop/brand.ts';
import { counted } from '#web/lib/words/counted.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { productsHref } from './merge-brands.ts';

type DeleteBrandDialogProps = { brand: AdminBrand; onDelete: () => unknown; onClose: () => void };

/** A brand with products cannot be deleted: the dialog says so and links to them. */
export function DeleteBrandDialog({ brand, onDelete, onClose }: DeleteBrandDialogProps) {
  const { title, products_count: count } = brand;
  if (count === 0) {
    return (
      <ConfirmDialog
        onClose={onClose}
        title="Delete Brand"
        message={`Are you sure you want to delete "${title}"? This action cannot be undone.`}
        onConfirm={onDelete}
      />
    );
  }
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title="This brand is in use"
      description={`"${title}" has ${counted(count, 'products')}, archived ones included. Without a brand customers would not find them, so it cannot be deleted: give them another brand first.`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <LinkButton variant="primary" href={productsHref(brand)}>
            Show the products
          </LinkButton>
        </>
      }
    />
  );
}
