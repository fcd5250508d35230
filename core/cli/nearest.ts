import { distance } from 'fastest-levenshtein';

/** More slips than this in a word of so many letters are another word. */
const SLIPS_PER_LETTER = 0.4;

/** Keeps the candidate that is most like what was written, and nothing of the others. */
export function createNearest(written: string) {
  const text = written.toLowerCase();
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(text.length * SLIPS_PER_LETTER)) + 1;
  return {
    look(candidate: string, compared = candidate): void {
      const slips = distance(text, compared.toLowerCase());
      if (slips >= least) return;
      least = slips;
      nearest = candidate;
    },
    get found() {
      return nearest;
    },
  };
}

/** Of a list, or nothing where none is like it. */
export function nearestOf(written: string, candidates: Iterable<string>): string | undefined {
  const nearest = createNearest(written);
  for (const candidate of candidates) nearest.look(candidate);
  return nearest.found;
}
