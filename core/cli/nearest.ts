import { distance } from 'fastest-levenshtein';

/** With more typing errors a letter than this, it counts as another word. */
const SLIPS_PER_LETTER = 0.4;

/** Keeps only the candidate that is most like the written word. */
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

/** The most similar word of a list; undefined when none is similar. */
export function nearestOf(written: string, candidates: Iterable<string>): string | undefined {
  const nearest = createNearest(written);
  for (const candidate of candidates) nearest.look(candidate);
  return nearest.found;
}
