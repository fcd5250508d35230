import type { CarouselImage } from '#bff/contract/shop/carousel.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { useReplaceImages } from './carousel-api.ts';
import { ChosenPictures } from './chosen-pictures.tsx';
import { ImageLink } from './image-link.tsx';
import { useSelection } from './selection.ts';

/** Each new picture takes the link of the one in its place. */
export function ReplaceImagesDialog({ images, onClose }: { images: readonly CarouselImage[]; onClose: () => void }) {
  const selection = useSelection();
  const { selected, setSent } = selection;
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
      <ChosenPictures of={selection} isSending={isPending}>
        {(_item, index) => <ImageLink url={images[index]?.url ?? null} />}
      </ChosenPictures>
    </Dialog>
  );
}
