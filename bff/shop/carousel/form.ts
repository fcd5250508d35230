import { CarouselLinkForm } from '#bff/contract/shop/carousel-form.ts';
import type { ReadForm, UploadedFile } from '#bff/kit/files/read-multipart.ts';
import { invalidField } from '#bff/kit/lib/api-error.ts';
import type { NewCarouselImage } from './carousel-store.ts';

const ITEM_IMAGE = /^items\[(\d{1,3})\]\[image\]$/;
const REPLACEMENT = /^images\[(\d{0,3})\]$/;

export const isItemImage = (field: string): boolean => ITEM_IMAGE.test(field);
export const isReplacement = (field: string): boolean => REPLACEMENT.test(field);

/**
 * Pairs `items[i][image]` with `items[i][url]`, in the order of i.
 * @throws ApiError 422 where no image was chosen, or one has no link
 */
export function readItems({ fields, files }: ReadForm): NewCarouselImage[] {
  if (files.length === 0) throw invalidField('items', 'Please select images to upload');
  return inOrder(files, ITEM_IMAGE).map(({ index, file }) => {
    const field = `items[${index}][url]`;
    const url = CarouselLinkForm.safeParse({ url: fields[field] });
    if (!url.success) throw invalidField(field, 'Please provide a link for each image.');
    return { url: readLink(url.data.url, field), file_id: file.id, file_name: file.name };
  });
}

/** `images[i]` in the order of i. @throws ApiError 422 without any */
export function readReplacements({ files }: ReadForm): Omit<NewCarouselImage, 'url'>[] {
  if (files.length === 0) throw invalidField('images', 'Please select images to upload');
  return inOrder(files, REPLACEMENT).map(({ file }) => ({ file_id: file.id, file_name: file.name }));
}

/**
 * Accepts a page of the store ('/products') or a web address. Anything else that a browser might run ('javascript:') is refused.
 * @throws ApiError 422
 */
export function readLink(text: string, field: string): string {
  if (/^\/(?![/\\])/.test(text)) return text;
  // '//elsewhere' is an address without its scheme. A link to another site must have one.
  const url = /^[/\\]/.test(text)
    ? null
    : URL.canParse(text)
      ? new URL(text)
      : URL.canParse(`https://${text}`)
        ? new URL(`https://${text}`)
        : null;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw invalidField(field, 'The link must be a web address or a page of the store, such as /products');
  }
  return url.href;
}

function inOrder(files: readonly UploadedFile[], pattern: RegExp) {
  return files
    .map((file) => ({ index: Number(pattern.exec(file.field)?.[1] ?? 0), file }))
    .sort((left, right) => left.index - right.index);
}
