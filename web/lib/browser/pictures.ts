import { IMAGE_WIDTHS } from '#bff/contract/base/image-widths.ts';

const OWN_PICTURE = new RegExp(`^(/api/images/[^/]+/)(${Object.keys(IMAGE_WIDTHS).join('|')})$`);
const ownPicture = (address: string): string | undefined => OWN_PICTURE.exec(address)?.[1];

/**
 * The `srcset` of a catalogue picture, with all its sizes; undefined for any other address. The server chooses the best format by the
 * browser's `Accept` header.
 */
export function srcSetOf(address: string): string | undefined {
  const picture = ownPicture(address);
  if (picture === undefined) return undefined;
  return Object.entries(IMAGE_WIDTHS)
    .map(([size, width]) => `${picture}${size} ${width}w`)
    .join(', ');
}

/** The part of a banner that a phone shows; undefined for a picture outside the catalogue. */
export function narrowOf(address: string): string | undefined {
  const picture = ownPicture(address);
  return picture && `${picture}narrow`;
}
