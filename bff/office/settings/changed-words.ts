/** What one field of a mail or of the history shows. */
const MAX_SHOWN = 1_500;

type Difference = { readonly field: string; readonly before: string | null; readonly after: string | null };

/** The lines of a text that a change took away and added; a text is too long to be shown twice. */
export function changedWords(before: string | null, after: string | null): Difference[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  return [{ field: 'Text', before: without(old, now), after: without(now, old) }];
}

const linesOf = (text: string | null): readonly string[] => (text ?? '').split('\n').filter((line) => line !== '');

/** The lines that the other one does not have. Null: there are none. */
function without(lines: readonly string[], other: readonly string[]): string | null {
  const others = new Set(other);
  const own = lines.filter((line) => !others.has(line)).join('\n');
  if (own === '') return null;
  return own.length > MAX_SHOWN ? `${own.slice(0, MAX_SHOWN)}… (${own.length.toLocaleString('en')} characters)` : own;
}
