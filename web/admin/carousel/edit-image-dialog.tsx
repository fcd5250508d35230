import { useState } from 'react';
import type { CarouselImage } from '#bff/contract/carousel.ts';
import { fieldError, serverMessage } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { useStaleEdit } from '#web/ui/stale-edit.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { toast } from '#web/ui/toast.ts';
import { ImageField } from '../shared/image-field.tsx';
import { useChangeCarousel, useLoadImage } from './carousel-api.ts';

const URL_REQUIRED = { title: 'URL required', message: 'Please provide a URL for the image' };

/** Where a picture leads, and another picture in its place. */
export function EditImageDialog({ image: opened, onClose }: { image: CarouselImage; onClose: () => void }) {
  const [image, setImage] = useState(opened);
  const [url, setUrl] = useState(image.url ?? '');
  const [file, setFile] = useState<File | null>(null);
  const [errors, setErrors] = useState<{ url?: string | undefined; image?: string | undefined }>({});
  const change = useChangeCarousel();
  const loadImage = useLoadImage();
  const stale = useStaleEdit(
    () => loadImage(image.id),
    (latest) => {
      if (url === (image.url ?? '')) setUrl(latest.url ?? '');
      setImage(latest);
    },
  );
  const save = async () => {
    if (url.trim() === '') {
      setErrors({ url: URL_REQUIRED.message });
      toast.error(URL_REQUIRED.title, URL_REQUIRED.message);
      return;
    }
    setErrors({});
    try {
      const fields = { _method: 'PUT', updated_at: image.updated_at, url: url.trim() } as const;
      const answer = await change.mutateAsync({ id: image.id, fields, files: { image: file } });
      toast.success(answer.message);
      onClose();
    } catch (error) {
      if (stale.catches(error)) return;
      setErrors({ url: fieldError(error, 'url'), image: fieldError(error, 'image') });
      toast.error('Error', serverMessage(error, 'Failed to update image'));
    }
  };
  return (
    <Dialog
      open
      onClose={change.isPending ? () => undefined : onClose}
      title="Edit Image"
      description={image.media[0]?.file_name}
      onSubmit={(event) => {
        event.preventDefault();
        if (!change.isPending) void save();
      }}
      footer={
        <>
          <Button onClick={onClose} disabled={change.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={change.isPending} busyText="Saving...">
            Save changes
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {stale.notice}
        <Field
          label="Link URL"
          error={errors.url}
          hint="A page of the store, such as /products, or a web address."
          required
        >
          <TextInput
            inputMode="url"
            placeholder="/products"
            data-autofocus
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </Field>
        <ImageField
          label="Replacement image"
          frameClass="aspect-[1920/550] w-full rounded-md"
          file={file}
          onFile={setFile}
          error={errors.image}
          hint="Optional. JPEG, PNG, GIF or WebP, under 10 MB; 1920x550 looks best."
          shown={<img src={image.image} alt="" className="size-full object-cover" />}
        />
      </div>
    </Dialog>
  );
}
