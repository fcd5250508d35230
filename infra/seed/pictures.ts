import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';

const require = createRequire(import.meta.url);
const REGULAR = require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf');
const BOLD = require.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf');

/** Text as SVG outlines, so that a picture looks the same on a machine without any fonts. */
function textPath(text: string, x: number, y: number, size: number, fill: string, weight: 'regular' | 'bold' = 'bold') {
  const font = fontkit.openSync(weight === 'bold' ? BOLD : REGULAR) as fontkit.Font;
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

/** A one-page PDF with a title and labelled lines: a transfer confirmation, a register extract. */
export function drawPaper(title: string, issuer: string, rows: [label: string, value: string][]): Promise<Buffer> {
  const paper = new PDFDocument({ size: 'A5', margin: 42, info: { Title: title, CreationDate: new Date(0) } });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    paper.on('end', () => resolve(Buffer.concat(chunks)));
    paper.on('error', reject);
  });
  paper.on('data', (chunk: Buffer) => chunks.push(chunk));
  paper.rect(0, 0, 420, 8).fill('#4f46e5');
  paper.font(REGULAR).fontSize(9).fillColor('#64748b').text(issuer, 42, 40);
  paper.font(BOLD).fontSize(17).fillColor('#0f172a').text(title, 42, 58);
  let y = 112;
  for (const [label, value] of rows) {
    paper.font(REGULAR).fontSize(9).fillColor('#64748b').text(label, 42, y, { width: 130 });
    paper
      .font(REGULAR)
      .fontSize(10)
      .fillColor('#0f172a')
      .text(value, 172, y - 1, { width: 205 });
    y += 25;
    paper
      .moveTo(42, y - 8)
      .lineTo(378, y - 8)
      .lineWidth(0.5)
      .strokeColor('#e2e8f0')
      .stroke();
  }
  paper.end();
  return done;
}
