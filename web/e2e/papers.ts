import sharp from 'sharp';
import { drawPaper } from '#infra/seed/pictures.ts';

/** A PDF like a register's extract. */
export const registerExtract = (): Buffer =>
  drawPaper('Extract from the company register', 'Register of companies', [['Company', 'Acme Trading']]);

/** A picture like a phone's photograph of a transfer slip. */
export const proofPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 1200, channels: 3, background: '#f4f1ea' } })
    .png()
    .toBuffer();

/** A banner in the size of the store's banners. */
export const bannerPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 1920, height: 550, channels: 3, background: '#4f46e5' } })
    .png()
    .toBuffer();

export const drawLogo = (): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 80, channels: 3, background: '#0f766e' } })
    .png()
    .toBuffer();
