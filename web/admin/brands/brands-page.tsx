import { ExternalLink, Pencil, Plus, Tag, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Brand } from '#bff/contract/brand.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { BrandIcon } from '#web/ui/brand-icon.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { BrandDialog } from './brand-dialog.tsx';
import { brandFailure, useAdminBrands, useChangeBrand } from './brands-api.ts';
import { websiteHref, websiteLabel } from './merge-brands.ts';

const SKELETON_ROWS = 5;
const FETCH_FAILED = 'Failed to fetch brands';

/** The brands of the store: their logo or drawn icon, and what is said of them. */
export function BrandsPage() {
  const { data: brands, error, isPending, refetch } = useAdminBrands();
  const [editing, setEditing] = useState<Brand | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Brand | null>(null);
  const change = useChangeBrand();
  useEffect(() => {
    if (error) toast.error('Error', describeError(error, FETCH_FAILED).message);
  }, [error]);
  const remove = async (brand: Brand) => {
    try {
      const answer = await change.mutateAsync({ kind: 'delete', id: brand.id });
      toast.success(answer.message);
    } catch (failure) {
      toast.error('Error', brandFailure(failure, 'Failed to delete brand logo'));
    }
  };
  const add = (label: string) => (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEditing('new')}>
      {label}
    </Button>
  );
  const isEmpty = brands?.length === 0;
  return (
    <>
      <PageHeader
        title="Brands"
        description="Customers find products by these. A brand without a logo is drawn from its colour."
        actions={brands && !isEmpty ? add('New brand') : undefined}
      />
      <Card title={`Brands (${brands?.length ?? 0})`} padded={false}>
        {isPending ? (
          <Loading label="Loading brands" className="divide-y border-t">
            {Array.from({ length: SKELETON_ROWS }, (_, index) => (
              <div key={String(index)} className="flex items-center gap-4 px-5 py-4">
                <Skeleton className="size-12 rounded-lg" />
                <div className="flex grow flex-col gap-2">
                  <Skeleton className="h-4 w-40" />
                  <Skeleton className="h-3 w-2/3" />
                </div>
              </div>
            ))}
          </Loading>
        ) : error && !brands ? (
          <ErrorState message={describeError(error, FETCH_FAILED).message} onRetry={refetch} />
        ) : isEmpty ? (
          <EmptyState
            icon={<Tag aria-hidden />}
            title="No brands found"
            message="Products belong to a brand, so this comes first."
            action={add('Add Brand')}
          />
        ) : (
          <ul className="divide-y border-t" aria-label="Brands">
            {brands?.map((brand) => (
              <BrandRow
                key={brand.id}
                brand={brand}
                onEdit={() => setEditing(brand)}
                onDelete={() => setDeleting(brand)}
              />
            ))}
          </ul>
        )}
      </Card>
      {editing && <BrandDialog brand={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      <ConfirmDialog
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title="Delete Brand"
        message={`Are you sure you want to delete "${deleting?.title ?? ''}"? This action cannot be undone.`}
        onConfirm={() => deleting && remove(deleting)}
      />
    </>
  );
}

function BrandRow({ brand, onEdit, onDelete }: { brand: Brand; onEdit: () => void; onDelete: () => void }) {
  const href = websiteHref(brand.website);
  return (
    <li className="flex items-start gap-4 px-5 py-4 transition-colors hover:bg-hover/60 sm:items-center">
      <BrandIcon color={brand.color} glyph={brand.glyph} logo={brand.logoUrl} size="lg" />
      <div className="min-w-0 grow sm:flex sm:items-center sm:gap-6">
        <div className="min-w-0 grow">
          <p className="font-medium wrap-anywhere">{brand.title}</p>
          <p className="mt-0.5 text-sm text-muted wrap-anywhere">
            {brand.description || <span className="italic">No description</span>}
          </p>
        </div>
        <p className="mt-1 min-w-0 shrink-0 text-sm sm:mt-0 sm:w-56 sm:text-right">
          {href && brand.website ? (
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex max-w-full items-center gap-1.5 text-accent-ink hover:underline"
            >
              <span className="truncate">{websiteLabel(brand.website)}</span>
              <ExternalLink className="size-3.5 shrink-0" aria-hidden />
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          ) : (
            <span className="text-muted wrap-anywhere">{brand.website ?? 'No website'}</span>
          )}
        </p>
      </div>
      <div className="flex shrink-0 gap-0.5">
        <IconButton size="sm" label={`Edit ${brand.title}`} icon={<Pencil aria-hidden />} onClick={onEdit} />
        <IconButton size="sm" label={`Delete ${brand.title}`} icon={<Trash2 aria-hidden />} onClick={onDelete} />
      </div>
    </li>
  );
}
