import { useState } from 'react';
import type { CarouselImage } from '#bff/contract/carousel.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { toast } from '#web/ui/toast.ts';
import { useReplaceImages } from './carousel-api.ts';
import { ImageLink } from './image-link.tsx';
import { PictureDrop } from './picture-drop.tsx';
import { SelectedImages } from './selected-images.tsx';
import { useSelection } from './selection.ts';

/** Replaces all pictures; each new one takes the link of the one in its place. */
export function ReplaceImagesDialog({ images, onClose }: { images: readonly CarouselImage[]; onClose: () => void }) {
  const { selected, take, remove } = useSelection();
  const [sent, setSent] = useState(0);
  const { mutateAsync, isPending } = useReplaceImages();
  const replace = async () => {
    if (selected.length === 0) return void toast.error('No files selected', 'Please select images to upload');
    setSent(0);
    const files = Object.fromEntries(selected.map(({ file }, index) => [`images[${index}]`, file]));
    await mutateAsync({ files, onProgress: setSent });
    onClose();
  };
  const count = images.length === 1 ? 'The image' : `All ${images.length} images`;
  return (
    <Dialog
      open
      size="lg"
      onClose={isPending ? () => undefined : onClose}
      title="Replace all images"
      description={`${count} on the home page ${images.length === 1 ? 'is' : 'are'} deleted and these take their places, with their links. This action cannot be undone.`}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button variant="danger" busy={isPending} busyText="Replacing..." onClick={replace}>
            Replace all
          </Button>
        </>
      }
    >
      <PictureDrop disabled={isPending} onFiles={take} />
      <SelectedImages items={selected} disabled={isPending} onRemove={remove}>
        {(_item, index) => <ImageLink url={images[index]?.url ?? null} />}
      </SelectedImages>
      {isPending && (
        <div className="mt-4">
          <ProgressBar value={sent} label="Upload of the images" />
        </div>
      )}
    </Dialog>
  );
}
