/** What else a country is known by: its code, and its names in its own language and in those of the browser. */
export function namesOfCountry(code: string, languages: readonly string[] = navigator.languages): readonly string[] {
  const own = new Intl.Locale(`und-${code}`).maximize().language;
  return [...new Set([code, ...[own, ...languages].map((language) => namesIn(language)?.of(code) ?? code)])];
}

const named = new Map<string, Intl.DisplayNames | undefined>();
function namesIn(language: string): Intl.DisplayNames | undefined {
  if (!named.has(language)) named.set(language, madeFor(language));
  return named.get(language);
}

/** A browser takes its languages from its system, which may write one that no standard knows (`en-US@posix`): it names nothing then. */
function madeFor(language: string): Intl.DisplayNames | undefined {
  try {
    return new Intl.DisplayNames([language, 'en'], { type: 'region' });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
