import { cx } from '#web/lib/words/cx.ts';

const SIZES = { sm: 'size-7 text-xs', md: 'size-9 text-sm' };

/** The first letters of a name, in a circle; decoration beside the name itself. */
export const Avatar = ({ name, size = 'md' }: { name: string; size?: 'sm' | 'md' }) => (
  <span
    aria-hidden="true"
    className={cx(
      'inline-grid shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-ink select-none',
      SIZES[size],
    )}
  >
    {initials(name)}
  </span>
);

/** 'Ada King Lovelace' → 'AL'. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? [...word][0] : ''));
  return letters.join('').toUpperCase() || '?';
}
