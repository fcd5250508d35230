import { IMAGE_WIDTHS } from '#bff/contract/image-widths.ts';

const OWN_PICTURE = new RegExp(`^(/api/images/[^/]+/)(${Object.keys(IMAGE_WIDTHS).join('|')})$`);
const ownPicture = (address: string): string | undefined => OWN_PICTURE.exec(address)?.[1];

/**
 * A picture of the catalogue in all its sizes, for the browser to choose from; undefined for any other address. Each comes in the
 * best format that the browser takes: its `Accept` header says so.
 */
export function srcSetOf(address: string): string | undefined {
  const picture = ownPicture(address);
  if (picture === undefined) return undefined;
  return Object.entries(IMAGE_WIDTHS)
    .map(([size, width]) => `${picture}${size} ${width}w`)
    .join(', ');
}

/** What a phone shows of a banner; undefined for a picture that is not of the catalogue. */
export function narrowOf(address: string): string | undefined {
  const picture = ownPicture(address);
  return picture && `${picture}narrow`;
}
