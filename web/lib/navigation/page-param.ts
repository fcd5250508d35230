/** No list has more pages: an address beyond it is redirected to the list's last page. */
const MAX_PAGE = 100_000;

/** The page in an address: `?page=3`; 1 for an invalid value. */
export function pageParam(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? '1');
  return Number.isInteger(page) && page > 0 ? Math.min(page, MAX_PAGE) : 1;
}

/** An empty value removes the parameter. */
export function withParams(
  search: URLSearchParams,
  changes: Readonly<Record<string, string | null | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** The text where it is one of these, else the fallback, because an address may contain anything. */
export const oneOf = <const T extends string, const Fallback>(
  known: readonly T[],
  text: string | null,
  fallback: Fallback,
): T | Fallback => known.find((each) => each === text) ?? fallback;
