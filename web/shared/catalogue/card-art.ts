import type { Glyph } from '#bff/contract/base/glyphs.ts';

/** The look of a brand's cards, where the catalogue has it: '#rrggbb', and the name of a glyph. */
export type BrandLook = { readonly color?: string | null; readonly glyph?: Glyph | null };

const DEFAULT_COLOR = '#475063';

/** A plain one where the catalogue has none. */
export const cardColor = (color: string | null | undefined): string =>
  color && /^#[0-9a-f]{6}$/i.test(color) ? color : DEFAULT_COLOR;

/** A shade of a '#rrggbb' colour by an amount: negative towards black, positive towards white. */
export function shade(hex: string, amount: number): string {
  const target = amount < 0 ? 0 : 255;
  const share = Math.abs(amount);
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${channels.map((value) => Math.round(value + (target - value) * share)).join(' ')})`;
}

/** Darkens a colour step by step until white text on it is readable (4.5:1). */
export function groundFor(hex: string): string {
  for (let darker = 0; darker <= 0.8; darker += 0.05) {
    const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) * (1 - darker));
    if (1.05 / (luminance(channels) + 0.05) >= 4.8) return toHex(channels);
  }
  return '#1d2230';
}

/** A number from a text, always the same for the same text: the only source of a card's variety. */
export function seedOf(text: string): number {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}

const toHex = (channels: number[]): string =>
  `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance by WCAG 2. */
function luminance(channels: number[]): number {
  const [r = 0, g = 0, b = 0] = channels.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
