/** The store's accent colour: whether text on it and in it can be read, and its shades for light and dark pages. */

type Rgb = readonly [red: number, green: number, blue: number];
/** Lightness 0 to 1, chroma, and hue in radians (Björn Ottosson's OKLab, as CSS has it). */
type Lch = readonly [lightness: number, chroma: number, hue: number];

/** WCAG 2.2, 1.4.3: text against what it stands on. */
export const LEAST_CONTRAST = 4.5;
/** Grounds of the design tokens: those that leave coloured text the least contrast. */
const LIGHT_GROUND = '#f2f3f5';
const DARK_GROUND = '#1f2128';
const WHITE = '#ffffff';

const bytesOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const linear = (byte: number): number => {
  const part = byte / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};
const gamma = (part: number): number => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);
const luminance = (hex: string): number => {
  const [red, green, blue] = bytesOf(hex).map(linear) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** From 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function lchOf(hex: string): Lch {
  const [red, green, blue] = bytesOf(hex).map(linear) as unknown as Rgb;
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return [0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short, Math.hypot(a, b), Math.atan2(b, a)];
}

/** The nearest colour that a screen has: the chroma gives way. */
function hexOf([lightness, chroma, hue]: Lch): string {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const parts = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  if (chroma > 0.001 && parts.some((part) => part < -0.0005 || part > 1.0005)) {
    return hexOf([lightness, chroma * 0.96, hue]);
  }
  const byte = (part: number) => Math.round(255 * gamma(Math.min(1, Math.max(0, part))));
  return `#${parts.map((part) => byte(part).toString(16).padStart(2, '0')).join('')}`;
}

const STEP = 0.005;
/** The colour, made darker (or lighter) until it can be read on, or under, the grounds. */
function readable([lightness, chroma, hue]: Lch, grounds: readonly string[], step: number): string {
  const hex = hexOf([lightness, chroma, hue]);
  const isReadable = grounds.every((ground) => contrast(hex, ground) >= LEAST_CONTRAST);
  const next = lightness + step;
  return isReadable || next <= 0 || next >= 1 ? hex : readable([next, chroma, hue], grounds, step);
}

/** White text stands on it. */
export const isReadableAccent = (hex: string): boolean => contrast(hex, WHITE) >= LEAST_CONTRAST;

/** The lightest colour of the same hue on which white text can be read. */
export const nearestAccent = (hex: string): string =>
  isReadableAccent(hex) ? hex : readable(lchOf(hex), [WHITE], -STEP);

export const unreadableAccent = (hex: string): string =>
  `White text on ${hex} has a contrast of ${contrast(hex, WHITE).toFixed(1)} to 1, and takes ${LEAST_CONTRAST} to 1 to be read. ${nearestAccent(hex)} is the nearest that can be read`;

/** The names of the design tokens, without `--color-`. */
type Shades = Readonly<Record<'accent' | 'accent-hover' | 'accent-ink' | 'accent-soft' | 'accent-line', string>>;

/** The shades of an accent colour for light and dark pages. All text in them and on them has {@link LEAST_CONTRAST}. */
export function shadesOf(accent: string): { readonly light: Shades; readonly dark: Shades } {
  const [lightness, chroma, hue] = lchOf(nearestAccent(accent));
  const shade = (light: number, most: number) => hexOf([light, Math.min(chroma, most), hue]);
  const [softLight, softDark] = [shade(0.962, 0.017), shade(0.265, 0.055)];
  // A colour that is almost black would not be seen on a dark page.
  const onDark = readable([Math.max(lightness, 0.55), chroma, hue], [WHITE], -STEP);
  const [onDarkLightness] = lchOf(onDark);
  return {
    light: {
      accent: nearestAccent(accent),
      'accent-hover': hexOf([Math.max(0, lightness - 0.055), chroma, hue]),
      'accent-ink': readable([lightness, chroma, hue], [LIGHT_GROUND, softLight], -STEP),
      'accent-soft': softLight,
      'accent-line': shade(0.86, 0.06),
    },
    dark: {
      accent: onDark,
      'accent-hover': hexOf([onDarkLightness - 0.05, chroma, hue]),
      'accent-ink': readable([0.785, Math.min(chroma, 0.115), hue], [DARK_GROUND, softDark], STEP),
      'accent-soft': softDark,
      'accent-line': shade(0.4, 0.1),
    },
  };
}

/** Replaces the accent of the design tokens. */
export function accentCss(accent: string): string {
  const { light, dark } = shadesOf(accent);
  const names = Object.keys(light) as (keyof Shades)[];
  return `:root{${names.map((name) => `--color-${name}:light-dark(${light[name]},${dark[name]})`).join(';')}}`;
}
