import { hash } from 'node:crypto';
import { STRIP, STRIP_CSS } from '#bff/kit/lib/demonstration.ts';
import { isKnownDemonstration } from '#bff/kit/lib/seller.ts';
import type { SettingsReader } from '#core/ledger/settings.ts';

/** For a page whose policy allows no other inline style. */
export const STRIP_POLICY = `'sha256-${hash('sha256', STRIP_CSS, 'base64')}'`;

/** Makes pages of a demonstration say so first, before and without any script. It stays one, also while its settings cannot be read. */
export function demonstrationStrip(settings: Pick<SettingsReader, 'now'>): (page: string) => string {
  let wasDemonstration = false;
  return (page) => {
    wasDemonstration ||= isKnownDemonstration(settings);
    if (!wasDemonstration) return page;
    return page
      .replace('</head>', () => `<style id="demonstration-style">${STRIP_CSS}</style></head>`)
      .replace('<body>', () => `<body>${STRIP}`);
  };
}
