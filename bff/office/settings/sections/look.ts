import type { LookForm, LookValue } from '#bff/contract/office/settings/look.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { invalidField } from '#bff/kit/lib/api-error.ts';
import { presentLogo } from '#bff/kit/lib/look.ts';
import { findStorePicture } from '#bff/shop/pictures/store-pictures.ts';
import type { Look } from '#core/aggregates/settings/look.ts';
import type { SectionDesk } from './desk.ts';

/** @throws ApiError 422 for a picture that was not uploaded, or so long ago that it was removed */
export async function lookOf(
  { database }: Pick<BffDeps, 'database'>,
  { accent, logo, logo_on_dark }: LookForm,
): Promise<Look> {
  const known = async (field: 'logo' | 'logo_on_dark', id: string | null) => {
    const picture = id === null ? null : await findStorePicture(database, id);
    if (id !== null && picture === null) throw invalidField(field, 'Please choose the picture once more');
    return picture;
  };
  return { accent, logo: await known('logo', logo), logoOnDark: await known('logo_on_dark', logo_on_dark) };
}

const words = (logo: Look['logo']) => logo && `${logo.width} × ${logo.height} pixels, picture ${logo.fileId}`;

export const lookDesk: SectionDesk<'look', LookValue> = {
  show: ({ accent, logo, logoOnDark }) => ({
    accent,
    logo: presentLogo(logo),
    logo_on_dark: presentLogo(logoOnDark),
  }),
  rows: ({ accent, logo, logoOnDark }) => [
    ['Accent colour', accent],
    ['Logo', words(logo)],
    ['Logo on dark pages', words(logoOnDark)],
  ],
};
