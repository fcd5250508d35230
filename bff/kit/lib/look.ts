import type { StorePicture } from '#bff/contract/office/settings/look.ts';
import type { MailStore } from '#bff/kit/mails/layout.ts';
import type { Logo, Look } from '#core/aggregates/settings/look.ts';
import type { SettingsReader } from '#core/ledger/settings.ts';
import { isKnownDemonstration, knownValues, storeName } from './seller.ts';

/** How the store looks; undefined where nobody has said that, or it cannot be read at the moment. */
export const knownLook = (settings: Pick<SettingsReader, 'now'>): Look | undefined => knownValues(settings).look;

/** The store as its mails show it. */
export function mailStore(settings: Pick<SettingsReader, 'now'>, publicUrl: string): MailStore {
  const { accent = null, logo = null } = knownLook(settings) ?? {};
  const shown = presentLogo(logo);
  return {
    name: storeName(settings),
    accent,
    isDemonstration: isKnownDemonstration(settings),
    logo: shown && { ...shown, url: new URL(shown.url, publicUrl).href },
  };
}

export const presentLogo = (logo: Logo | null): StorePicture | null =>
  logo && { id: logo.fileId, url: `/api/images/${logo.fileId}/original`, width: logo.width, height: logo.height };
