/** What else a country is known by: its code, and its names in its own language and in those of the browser. */
export function namesOfCountry(code: string, languages: readonly string[] = navigator.languages): readonly string[] {
  const own = new Intl.Locale(`und-${code}`).maximize().language;
  return [code, ...new Set([own, ...languages].map((language) => nameIn(language, code)))];
}

const named = new Map<string, Intl.DisplayNames>();
function nameIn(language: string, code: string): string {
  const names = named.get(language) ?? new Intl.DisplayNames([language, 'en'], { type: 'region' });
  named.set(language, names);
  return names.of(code) ?? code;
}
