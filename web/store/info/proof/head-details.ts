import type { CheckedHead } from '#core/proofs/check/proven-events.ts';
import { momentInWords } from '#core/proofs/check/words.ts';

/** The log, and the witnesses that signed its head too. */
export const headDetails = ({ origin, size, cosigned }: CheckedHead) => [
  { label: 'Log', value: `${origin}, signed over ${size} events` },
  ...cosigned.map(({ name, time }) => ({ label: 'Witness', value: `${name}, on ${momentInWords(time)}` })),
];
