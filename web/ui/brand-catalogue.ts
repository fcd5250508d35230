import type { GlyphName } from './brand-glyphs.tsx';

/** What a brand's card is drawn from. The glyphs are ours: they say what a brand is about, they are not its logo. */
export type BrandLook = { color: string; glyph: GlyphName };

const DEFAULT: BrandLook = { color: '#475063', glyph: 'gift' };

/** Known brands, by their name in lower case. */
const KNOWN: Readonly<Record<string, BrandLook>> = {
  'all brands': { color: '#4f46c8', glyph: 'sparkles' },
  steam: { color: '#1b3a5c', glyph: 'gamepad2' },
  'google play': { color: '#0a8f5b', glyph: 'play' },
  playstation: { color: '#0a50b5', glyph: 'joystick' },
  xbox: { color: '#12791a', glyph: 'gamepad2' },
  nintendo: { color: '#d4101f', glyph: 'joystick' },
  amazon: { color: '#c46a05', glyph: 'package' },
  'app store & itunes': { color: '#2a2d36', glyph: 'music' },
  apple: { color: '#2a2d36', glyph: 'smartphone' },
  itunes: { color: '#b3327c', glyph: 'music' },
  fortnite: { color: '#6a3fd0', glyph: 'crosshair' },
  'microsoft (games, software, xbox)': { color: '#0f6cbd', glyph: 'app-window' },
  microsoft: { color: '#0f6cbd', glyph: 'app-window' },
  roblox: { color: '#b8242f', glyph: 'smile' },
  spotify: { color: '#137a3d', glyph: 'headphones' },
  walmart: { color: '#0660b8', glyph: 'shopping-cart' },
  'binance gift card': { color: '#a87a00', glyph: 'bitcoin' },
  binance: { color: '#a87a00', glyph: 'bitcoin' },
  crypto: { color: '#a87a00', glyph: 'bitcoin' },
  blizzard: { color: '#0b6bb8', glyph: 'snowflake' },
  'battle.net': { color: '#0b6bb8', glyph: 'snowflake' },
  'razer gold': { color: '#3c7a10', glyph: 'zap' },
  razer: { color: '#3c7a10', glyph: 'zap' },
  riot: { color: '#b91f2b', glyph: 'flame' },
  'riot games': { color: '#b91f2b', glyph: 'flame' },
  valorant: { color: '#c22f3f', glyph: 'crosshair' },
  'league of legends': { color: '#11606b', glyph: 'swords' },
  uber: { color: '#24262c', glyph: 'car' },
  'uber eats': { color: '#067a45', glyph: 'utensils' },
  hulu: { color: '#0b7a4a', glyph: 'tv' },
  'sling tv': { color: '#1857c4', glyph: 'radio-tower' },
  netflix: { color: '#b00914', glyph: 'clapperboard' },
  disney: { color: '#152a82', glyph: 'sparkles' },
  'disney+': { color: '#152a82', glyph: 'sparkles' },
  twitch: { color: '#7c3aed', glyph: 'messages-square' },
  discord: { color: '#4a55d6', glyph: 'messages-square' },
  'ea play': { color: '#c4322c', glyph: 'trophy' },
  ea: { color: '#c4322c', glyph: 'trophy' },
  ubisoft: { color: '#2c55c9', glyph: 'shield-half' },
  minecraft: { color: '#4a7a2c', glyph: 'mountain' },
  'pubg mobile': { color: '#a16a12', glyph: 'crosshair' },
  pubg: { color: '#a16a12', glyph: 'crosshair' },
  'free fire': { color: '#c7591b', glyph: 'flame' },
  'mobile legends': { color: '#274c9e', glyph: 'swords' },
  'genshin impact': { color: '#4e79a7', glyph: 'gem' },
  'call of duty': { color: '#33402f', glyph: 'crosshair' },
  'apex legends': { color: '#a72c2c', glyph: 'rocket' },
  meta: { color: '#1463c9', glyph: 'globe' },
  'meta quest': { color: '#1463c9', glyph: 'globe' },
  ebay: { color: '#2b4fc7', glyph: 'shopping-bag' },
  target: { color: '#c01525', glyph: 'store' },
  'best buy': { color: '#1d4fa3', glyph: 'cpu' },
  ikea: { color: '#0a55a0', glyph: 'house' },
  zalando: { color: '#c4531f', glyph: 'shirt' },
  'h&m': { color: '#b81a2b', glyph: 'shirt' },
  nike: { color: '#26282d', glyph: 'shirt' },
  adidas: { color: '#26282d', glyph: 'shirt' },
  starbucks: { color: '#0b6b4a', glyph: 'coffee' },
  'domino’s': { color: '#12588f', glyph: 'pizza' },
  airbnb: { color: '#c9364f', glyph: 'house' },
  booking: { color: '#0f4698', glyph: 'plane' },
  flixbus: { color: '#3f8511', glyph: 'ticket' },
  audible: { color: '#b96a06', glyph: 'book-open' },
  kindle: { color: '#33506b', glyph: 'book-open' },
  paysafecard: { color: '#12659a', glyph: 'credit-card' },
  neosurf: { color: '#b3276b', glyph: 'credit-card' },
  visa: { color: '#1a3a8f', glyph: 'credit-card' },
  mastercard: { color: '#ad3a17', glyph: 'credit-card' },
  rewarble: { color: '#5a3ec2', glyph: 'banknote' },
  cinema: { color: '#842239', glyph: 'film' },
};

/** The look of a brand; an unknown one gets the default glyph and, where the catalogue gives one, its own colour. */
export function brandLook(name: string, color?: string | null): BrandLook {
  const known = KNOWN[name.trim().toLowerCase()];
  const look = known ?? DEFAULT;
  return isHexColor(color) ? { ...look, color } : look;
}

const isHexColor = (color: string | null | undefined): color is string => /^#[0-9a-f]{6}$/i.test(color ?? '');
