import { useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CarouselImage } from '#bff/contract/carousel.ts';
import { serverMessage } from '#web/lib/api-error.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { AddImages } from './add-images.tsx';
import { useChangeCarousel } from './carousel-api.ts';
import { CarouselTile } from './carousel-tile.tsx';
import { EditImageDialog } from './edit-image-dialog.tsx';

const FETCH_FAILED = 'Failed to fetch carousel images';
const SKELETON_TILES = 3;

/** The pictures that slide at the top of the home page, and where each leads. */
export function CarouselPage() {
  const { data, error, isPending, refetch } = useQuery(apiQuery('GET /admin/carousel-images'));
  const images = data?.data.carouselImages;
  const [editing, setEditing] = useState<CarouselImage | null>(null);
  const [deleting, setDeleting] = useState<CarouselImage | null>(null);
  const change = useChangeCarousel();
  useEffect(() => {
    if (error) toast.error('Error', describeError(error, FETCH_FAILED).message);
  }, [error]);
  const remove = async (image: CarouselImage) => {
    try {
      const answer = await change.mutateAsync({ id: image.id, fields: { _method: 'DELETE' } });
      toast.success(answer.message);
    } catch (failure) {
      toast.error('Error', serverMessage(failure, 'Failed to delete image'));
    }
  };
  return (
    <>
      <PageHeader title="Carousel Images" description="They slide at the top of the home page, in this order." />
      <Card
        title={
          <span className="flex items-center gap-2">
            Current images {images && <Badge tone="accent">{images.length}</Badge>}
          </span>
        }
      >
        {isPending ? (
          <Loading label="Loading carousel images" className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
            {Array.from({ length: SKELETON_TILES }, (_, index) => (
              <div key={String(index)} className="overflow-hidden rounded-lg border">
                <Skeleton className="aspect-[1920/550] w-full rounded-none" />
                <div className="space-y-2 p-3">
                  <Skeleton className="h-4 w-3/4" />
                  <Skeleton className="h-3 w-1/2" />
                </div>
              </div>
            ))}
          </Loading>
        ) : error && !images ? (
          <ErrorState message={describeError(error, FETCH_FAILED).message} onRetry={refetch} />
        ) : images?.length === 0 ? (
          <EmptyState
            icon={<Images aria-hidden />}
            title="No carousel images"
            message="The home page goes without a carousel until you add one below."
          />
        ) : (
          <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3" aria-label="Carousel images">
            {images?.map((image, index) => (
              <CarouselTile
                key={image.id}
                image={image}
                number={index + 1}
                onEdit={() => setEditing(image)}
                onDelete={() => setDeleting(image)}
              />
            ))}
          </ul>
        )}
      </Card>
      <AddImages />
      {editing && <EditImageDialog image={editing} onClose={() => setEditing(null)} />}
      <ConfirmDialog
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title="Delete Image"
        message="Are you sure you want to delete this image? This action cannot be undone."
        onConfirm={() => deleting && remove(deleting)}
      />
    </>
  );
}
