import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import sharp from 'sharp';

const require = createRequire(import.meta.url);
const openFont = (file: string) => fontkit.openSync(file) as fontkit.Font;
/** Loaded once: a font's letters are read when they are first drawn. */
const FONTS = {
  regular: openFont(require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
  bold: openFont(require.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf')),
};

/** Text as SVG outlines, so that a picture looks the same on a machine without any fonts. */
function textPath(text: string, x: number, y: number, size: number, fill: string, weight: keyof typeof FONTS = 'bold') {
  const font = FONTS[weight];
  const scale = size / font.unitsPerEm;
  const run = font.layout(text);
  let advance = 0;
  const glyphs = run.glyphs.map((glyph, index) => {
    const placed = `<path transform="translate(${advance} 0)" d="${glyph.path.toSVG()}"/>`;
    advance += run.positions[index]?.xAdvance ?? 0;
    return placed;
  });
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})" fill="${fill}">${glyphs.join('')}</g>`;
}

export type Banner = {
  title: string;
  line: string;
  from: string;
  to: string;
  cards: { label: string; color: string }[];
};

/** A carousel picture of the recommended 1920 × 550, drawn: a headline and a fan of gift cards. */
export async function drawBanner(banner: Banner): Promise<Buffer> {
  const cards = banner.cards.map(({ label, color }, index) => {
    const tilt = (index - 1) * 7;
    return `<g transform="translate(${1030 + index * 226} ${170 - index * 18}) rotate(${tilt} 200 126)">
      <rect x="-6" y="8" width="412" height="258" rx="30" fill="#000" opacity=".16"/>
      <g clip-path="url(#card)"><rect width="400" height="252" fill="${color}"/>
      <circle cx="352" cy="20" r="150" fill="#fff" opacity=".09"/><circle cx="40" cy="262" r="120" fill="#fff" opacity=".07"/></g>
      <rect x="30" y="32" width="56" height="42" rx="9" fill="#fff" opacity=".85"/>
      ${textPath(label, 30, 216, 29, '#fff')}</g>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1920 550" width="1920" height="550">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${banner.from}"/><stop offset="1" stop-color="${banner.to}"/></linearGradient>
    <clipPath id="card"><rect width="400" height="252" rx="26"/></clipPath><clipPath id="all"><rect width="1920" height="550"/></clipPath></defs>
    <g clip-path="url(#all)"><rect width="1920" height="550" fill="url(#g)"/>
    <circle cx="1500" cy="620" r="520" fill="#fff" opacity=".05"/><circle cx="1500" cy="620" r="360" fill="#fff" opacity=".05"/>
    ${cards.join('')}
    ${textPath(banner.title, 130, 262, 72, '#fff')}${textPath(banner.line, 132, 336, 34, '#ffffffd9', 'regular')}</g></svg>`;
  return sharp(Buffer.from(svg)).webp({ quality: 88 }).toBuffer();
}

export const BANNERS: (Banner & { url: string })[] = [
  {
    title: 'Play more, wait less',
    line: 'Steam, PlayStation and Xbox codes in seconds',
    from: '#1e1b4b',
    to: '#4f46e5',
    url: '/products?brand_name=Steam,PlayStation,Xbox',
    cards: [
      { label: 'Steam', color: '#1b2838' },
      { label: 'PlayStation', color: '#0070d1' },
      { label: 'Xbox', color: '#107c10' },
    ],
  },
  {
    title: 'Rewards people use',
    line: 'Amazon, Uber and Spotify for people and partners',
    from: '#064e3b',
    to: '#0f9d76',
    url: '/products?brand_name=Amazon,Uber,Spotify',
    cards: [
      { label: 'Amazon', color: '#c26a00' },
      { label: 'Uber', color: '#111111' },
      { label: 'Spotify', color: '#168d45' },
    ],
  },
  {
    title: 'Pay in dollars or euros',
    line: 'One account, two wallets, every region',
    from: '#111827',
    to: '#475569',
    url: '/deposits/new',
    cards: [
      { label: 'Google Play', color: '#01875f' },
      { label: 'Nintendo', color: '#c8000f' },
      { label: 'App Store', color: '#0d6fd6' },
    ],
  },
];

const [INDIGO, INK, GREY, LINE] = ['0.31 0.27 0.9', '0.06 0.09 0.16', '0.39 0.45 0.55', '0.89 0.91 0.94'];

/**
 * A one-page PDF (A5) with a title and labelled lines: a transfer confirmation, a register extract. It uses the fonts
 * that every reader has, because embedding one takes 20 ms a paper, and a large seeding draws ten thousand.
 */
export function drawPaper(title: string, issuer: string, rows: [label: string, value: string][]): Buffer {
  const text = (x: number, y: number, size: number, color: string, value: string, font = 'F1') =>
    `BT /${font} ${size} Tf ${color} rg ${x} ${y} Td ${stringOf(value)} Tj ET`;
  const content = [
    `${INDIGO} rg 0 587 420 8 re f`,
    text(42, 546, 9, GREY, issuer),
    text(42, 522, 17, INK, title, 'F2'),
    ...rows.map(([label, value], index) => {
      const y = 475 - 25 * index;
      return `${text(42, y, 9, GREY, label)} ${text(172, y, 10, INK, value)} ${LINE} RG 42 ${y - 9} m 378 ${y - 9} l S`;
    }),
  ].join('\n');
  const fontOf = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    fontOf('Helvetica'),
    fontOf('Helvetica-Bold'),
    `<< /Title ${stringOf(title)} >>`,
  ];
  let pdf = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = `${String(pdf.length).padStart(10, '0')} 00000 n \n`;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const size = objects.length + 1;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(`${pdf}xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}${end}`, 'latin1');
}

/**
 * In the encoding of the fonts, Windows' Latin: the euro has its own code, and a character without one becomes a
 * question mark.
 */
const stringOf = (text: string): string => {
  const encoded = text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, (character) => (character === '€' ? '\x80' : '?'));
  return `(${encoded.replaceAll(/[\\()]/g, '\\$&')})`;
};
