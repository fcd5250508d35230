import type { StorePicture } from '#bff/contract/office/settings/look.ts';
import type { Logo, Look } from '#core/aggregates/settings/look.ts';
import type { SettingsReader } from '#core/ledger/settings.ts';
import { knownValues } from './seller.ts';

/** How the store looks; undefined where nobody has said that, or it cannot be read at the moment. */
export const knownLook = (settings: Pick<SettingsReader, 'now'>): Look | undefined => knownValues(settings).look;

export const presentLogo = (logo: Logo | null): StorePicture | null =>
  logo && { id: logo.fileId, url: `/api/images/${logo.fileId}/original`, width: logo.width, height: logo.height };
