import { IMAGE_WIDTHS } from '#bff/contract/image-widths.ts';

const OWN_PICTURE = new RegExp(`^(/api/images/[^/]+/)(${Object.keys(IMAGE_WIDTHS).join('|')})$`);

/** A picture of the catalogue in all its sizes, for the browser to choose from; undefined for any other address. */
export function srcSetOf(address: string): string | undefined {
  const picture = OWN_PICTURE.exec(address)?.[1];
  if (picture === undefined) return undefined;
  return Object.entries(IMAGE_WIDTHS)
    .map(([size, width]) => `${picture}${size} ${width}w`)
    .join(', ');
}
