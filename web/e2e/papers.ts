import sharp from 'sharp';
import { drawPaper } from '#infra/seed/pictures.ts';

/** A PDF such as a register hands out. */
export const registerExtract = (): Buffer =>
  drawPaper('Extract from the company register', 'Register of companies', [['Company', 'Acme Trading']]);

/** A picture such as a phone takes of a transfer slip. */
export const proofPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 1200, channels: 3, background: '#f4f1ea' } })
    .png()
    .toBuffer();

/** A banner in the size that the store asks for. */
export const bannerPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 1920, height: 550, channels: 3, background: '#4f46e5' } })
    .png()
    .toBuffer();
