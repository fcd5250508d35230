import type { Sharp } from 'sharp';
import { FileRefusedError } from '#bff/kit/ports/file-store.ts';

/** A decoded picture of this many pixels takes about 200 MB: photographs of telephones have fewer. */
const MAX_PIXELS = 50_000_000;
const QUALITY = 90;

const ENCODERS: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  'image/jpeg': (picture) => picture.jpeg({ quality: QUALITY }),
  'image/png': (picture) => picture.png(),
  'image/gif': (picture) => picture.gif(),
  'image/webp': (picture) => picture.webp({ quality: QUALITY }),
};

/**
 * Draws a picture again in its own format, rotated as its camera recorded. Everything else in the file is removed:
 * where and by whom it was taken, and anything hidden after its end. Other types are not changed.
 * @throws FileRefusedError for a picture with too many pixels, or one that cannot be read
 */
export async function redraw(content: Buffer, contentType: string): Promise<Buffer> {
  const encode = ENCODERS[contentType];
  if (!encode) return content;
  const isMoving = contentType === 'image/gif' || contentType === 'image/webp';
  // At the first picture, so that a start need not load its libraries.
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: isMoving });
    return await encode(picture.autoOrient()).toBuffer();
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message)) {
      const message = `The picture has more than ${MAX_PIXELS / 1_000_000} million pixels. Please send a smaller one.`;
      throw new FileRefusedError('too-many-pixels', message, { cause: error });
    }
    throw new FileRefusedError('damaged', 'The picture cannot be read.', { cause: error });
  }
}
