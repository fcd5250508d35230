import { useQuery } from '@tanstack/react-query';
import { Images, Replace } from 'lucide-react';
import { useState } from 'react';
import type { CarouselImage } from '#bff/contract/shop/carousel.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Listed } from '#web/ui/list/listed.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Badge } from '#web/ui/text/badge.tsx';
import { AddImages } from './add-images.tsx';
import { useDeleteImage } from './carousel-api.ts';
import { CarouselTile } from './carousel-tile.tsx';
import { EditImageDialog } from './edit-image-dialog.tsx';
import { ReplaceImagesDialog } from './replace-images-dialog.tsx';

const SKELETON_TILES = 3;
const GRID = 'grid gap-5 sm:grid-cols-2 xl:grid-cols-3';
type Open = { kind: 'replace' } | { kind: 'edit' | 'delete'; image: CarouselImage } | null;

export function CarouselPage() {
  const read = useQuery(apiQuery('GET /admin/carousel-images'));
  const images = read.data?.data.carouselImages;
  const mayWrite = useMay('catalogue:write');
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const remove = useDeleteImage();
  return (
    <>
      <PageHeader title="Carousel Images" description="They slide at the top of the home page, in this order." />
      <Card
        title={
          <span className="flex items-center gap-2">
            Current images {images && <Badge tone="accent">{images.length}</Badge>}
          </span>
        }
        actions={
          mayWrite &&
          images &&
          images.length > 0 && (
            <Button size="sm" icon={<Replace aria-hidden />} onClick={() => setOpen({ kind: 'replace' })}>
              Replace all
            </Button>
          )
        }
      >
        <Listed
          of={{ ...read, data: images }}
          noun="carousel images"
          failed="Failed to fetch carousel images"
          toasts
          skeleton={<CarouselSkeleton />}
          empty={
            <EmptyState
              icon={<Images aria-hidden />}
              title="No carousel images"
              message={`The home page goes without a carousel until ${mayWrite ? 'you add one below' : 'one is added'}.`}
            />
          }
        >
          {(all) => (
            <ul className={GRID} aria-label="Carousel images">
              {all.map((image, index) => (
                <CarouselTile
                  key={image.id}
                  image={image}
                  number={index + 1}
                  onEdit={() => setOpen({ kind: 'edit', image })}
                  onDelete={() => setOpen({ kind: 'delete', image })}
                />
              ))}
            </ul>
          )}
        </Listed>
      </Card>
      {mayWrite && <AddImages />}
      {open?.kind === 'edit' && <EditImageDialog image={open.image} onClose={close} />}
      {open?.kind === 'replace' && images && <ReplaceImagesDialog images={images} onClose={close} />}
      <ConfirmDialog
        open={open?.kind === 'delete'}
        onClose={close}
        title="Delete Image"
        message="Are you sure you want to delete this image? This action cannot be undone."
        onConfirm={() => open?.kind === 'delete' && remove.mutateAsync(open.image.id)}
      />
    </>
  );
}

const CarouselSkeleton = () => (
  <div className={GRID}>
    {Array.from({ length: SKELETON_TILES }, (_, index) => (
      <div key={String(index)} className="overflow-hidden rounded-lg border">
        <Skeleton className="aspect-[1920/550] w-full rounded-none" />
        <div className="space-y-2 p-3">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-3 w-1/2" />
        </div>
      </div>
    ))}
  </div>
);
