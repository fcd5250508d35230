import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accentCss, contrast, isReadableAccent, LEAST_CONTRAST, nearestAccent, shadesOf } from './accent.ts';

/** Each 17th of each part: 4,096 colours. */
const STEPS = Array.from({ length: 16 }, (_, at) => (at * 17).toString(16).padStart(2, '0'));
const COLOURS = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)));
/** What coloured text stands on: surfaces, hovered rows, raised and sunken parts of the design tokens. */
const GROUNDS = {
  light: ['#ffffff', '#fafafc', '#f4f5f7', '#f3f4f6'],
  dark: ['#0b0d12', '#121318', '#1a1c22', '#1d2027'],
};

describe('the accent colour', () => {
  it('has the contrast of WCAG', () => {
    assert.equal(contrast('#ffffff', '#000000').toFixed(2), '21.00');
    assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48');
    assert.equal(isReadableAccent('#777777'), false);
    assert.equal(isReadableAccent('#767676'), true);
  });

  it('that cannot be read under white text becomes the nearest of its hue that can', () => {
    for (const colour of COLOURS) assert.ok(isReadableAccent(nearestAccent(colour)), colour);
    assert.equal(nearestAccent('#4338ca'), '#4338ca');
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      Number.parseInt(nearestAccent('#ffcc00').slice(at, at + 2), 16),
    );
    assert.ok(
      red > green && green > blue && contrast(nearestAccent('#ffcc00'), '#ffffff') < 5,
      'a dark yellow, no darker than it takes',
    );
  });

  it('has shades in which every text can be read, on light and dark pages', () => {
    for (const colour of COLOURS) {
      const shades = shadesOf(colour);
      for (const theme of ['light', 'dark'] as const) {
        const { accent, 'accent-hover': hover, 'accent-ink': ink, 'accent-soft': soft } = shades[theme];
        for (const under of [accent, hover]) {
          assert.ok(contrast('#ffffff', under) >= LEAST_CONTRAST, `white on ${under}, of ${colour}, ${theme}`);
        }
        for (const ground of [...GROUNDS[theme], soft]) {
          assert.ok(contrast(ink, ground) >= LEAST_CONTRAST, `${ink} on ${ground}, of ${colour}, ${theme}`);
        }
      }
    }
  });

  it('replaces the tokens by colours alone', () => {
    assert.match(
      accentCss('#0f766e'),
      /^:root\{(--color-accent[a-z-]*:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\);?){5}\}$/,
    );
  });
});
