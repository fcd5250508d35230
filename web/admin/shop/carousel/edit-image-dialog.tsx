import { useState } from 'react';
import type { CarouselImage } from '#bff/contract/shop/carousel.ts';
import { CarouselLinkForm } from '#bff/contract/shop/carousel-form.ts';
import { ImageField, Picture } from '#web/admin/shop/shared/image-field.tsx';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { text } from '#web/ui/form/fields.tsx';
import { useChangeImage, useLoadImage } from './carousel-api.ts';

const Form = CarouselLinkForm.extend({ image: Picture });
const valuesOf = ({ url }: CarouselImage) => ({ url: url ?? '', image: null });

export function EditImageDialog({ image: opened, onClose }: { image: CarouselImage; onClose: () => void }) {
  const [image, setImage] = useState(opened);
  const change = useChangeImage();
  const loadImage = useLoadImage();
  const latest = async () => {
    const now = await loadImage(image.id);
    if (now) setImage(now);
    return now && valuesOf(now);
  };
  return (
    <DecisionDialog
      title="Edit Image"
      description={image.media[0]?.file_name}
      schema={Form}
      defaults={valuesOf(opened)}
      decide={({ url, image: file }) => {
        const fields = { _method: 'PUT', updated_at: image.updated_at, url } as const;
        return change.mutateAsync({ params: { id: image.id }, fields, files: { image: file } });
      }}
      failed="Failed to update image"
      invalidTitle="URL required"
      latest={latest}
      onClose={onClose}
      confirm={{ label: 'Save changes', busyText: 'Saving...' }}
      fields={(form) => [
        text('url', 'Link URL', {
          hint: 'A page of the store, such as /products, or a web address.',
          inputMode: 'url',
          placeholder: '/products',
          autofocus: true,
        }),
        <ImageField
          form={form}
          name="image"
          label="Replacement image"
          frameClass="aspect-[1920/550] w-full rounded-md"
          hint="Optional. JPEG, PNG, GIF or WebP, under 10 MB; 1920x550 looks best."
          shown={<img src={image.image} alt="" className="size-full object-cover" />}
        />,
      ]}
    />
  );
}
