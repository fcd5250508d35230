import { ExternalLink, Pencil, Plus, Tag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { AdminBrand } from '#bff/contract/shop/brand.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { BulkButtons } from '#web/admin/shop/shared/bulk-buttons.tsx';
import { counted } from '#web/lib/words/counted.ts';
import { BrandIcon } from '#web/shared/catalogue/brand-icon.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Listed } from '#web/ui/list/listed.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { BrandDialog } from './brand-dialog.tsx';
import { useAdminBrands, useDeleteBrand } from './brands-api.ts';
import { DeleteBrandDialog } from './delete-brand-dialog.tsx';
import { productsHref, websiteHref, websiteLabel } from './merge-brands.ts';

const SKELETON_ROWS = 5;
type Open = { kind: 'new' } | { kind: 'edit' | 'delete'; brand: AdminBrand } | null;

export function BrandsPage() {
  const read = useAdminBrands();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const remove = useDeleteBrand();
  const mayWrite = useMay('catalogue:write');
  const add = (label: string) =>
    mayWrite && (
      <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setOpen({ kind: 'new' })}>
        {label}
      </Button>
    );
  return (
    <>
      <PageHeader
        title="Brands"
        description="Customers find products by these. A brand without a logo is drawn from its colour."
        actions={
          <>
            <BulkButtons of="brands" />
            {read.data && read.data.length > 0 && add('New brand')}
          </>
        }
      />
      <Card title={read.data ? `Brands (${read.data.length})` : 'Brands'} padded={false}>
        <Listed
          of={read}
          noun="brands"
          failed="Failed to fetch brands"
          toasts
          skeleton={<BrandsSkeleton />}
          empty={
            <EmptyState
              icon={<Tag aria-hidden />}
              title="No brands found"
              message="Products belong to a brand, so this comes first."
              action={add('Add Brand')}
            />
          }
        >
          {(brands) => (
            <ul className="divide-y border-t" aria-label="Brands">
              {brands.map((brand) => (
                <BrandRow
                  key={brand.id}
                  brand={brand}
                  onOpen={mayWrite ? (kind) => setOpen({ kind, brand }) : undefined}
                />
              ))}
            </ul>
          )}
        </Listed>
      </Card>
      {(open?.kind === 'new' || open?.kind === 'edit') && (
        <BrandDialog brand={open.kind === 'edit' ? open.brand : null} onClose={close} />
      )}
      {open?.kind === 'delete' && (
        <DeleteBrandDialog brand={open.brand} onDelete={() => remove.mutateAsync(open.brand.id)} onClose={close} />
      )}
    </>
  );
}

type RowProps = { brand: AdminBrand; onOpen: ((kind: 'edit' | 'delete') => void) | undefined };

function BrandRow({ brand, onOpen }: RowProps) {
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
        <p className="mt-1 flex min-w-0 shrink-0 flex-col text-sm sm:mt-0 sm:w-56 sm:items-end">
          <Website website={brand.website} />
          {brand.products_count > 0 && (
            <Link href={productsHref(brand)} className="tabular leading-6 text-muted hover:underline">
              {counted(brand.products_count, 'products')}
            </Link>
          )}
        </p>
      </div>
      {onOpen && (
        <div className="flex shrink-0 gap-0.5">
          <IconButton
            size="sm"
            label={`Edit ${brand.title}`}
            icon={<Pencil aria-hidden />}
            onClick={() => onOpen('edit')}
          />
          <IconButton
            size="sm"
            label={`Delete ${brand.title}`}
            icon={<Trash2 aria-hidden />}
            onClick={() => onOpen('delete')}
          />
        </div>
      )}
    </li>
  );
}

function Website({ website }: { website: string | null }) {
  const href = websiteHref(website);
  if (!href || !website) return <span className="text-muted wrap-anywhere">{website ?? 'No website'}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-6 max-w-full items-center gap-1.5 text-accent-ink hover:underline"
    >
      <span className="truncate">{websiteLabel(website)}</span>
      <ExternalLink className="size-3.5 shrink-0" aria-hidden />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

const BrandsSkeleton = () => (
  <div className="divide-y border-t">
    {Array.from({ length: SKELETON_ROWS }, (_, index) => (
      <div key={String(index)} className="flex items-center gap-4 px-5 py-4">
        <Skeleton className="size-12 rounded-lg" />
        <div className="flex grow flex-col gap-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3 w-2/3" />
        </div>
      </div>
    ))}
  </div>
);
