/** No list has more: an address beyond it is led back to the list's last page like any other. */
const MAX_PAGE = 100_000;

/** The page of a list that an address asks for: `?page=3`; 1 for anything that is none. */
export function pageParam(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? '1');
  return Number.isInteger(page) && page > 0 ? Math.min(page, MAX_PAGE) : 1;
}

/** A change of some parameters; an empty value takes one out of the address. */
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

/** The text where it is one of these, else the fallback: anything may stand in an address. */
export const oneOf = <const T extends string, const Fallback>(
  known: readonly T[],
  text: string | null,
  fallback: Fallback,
): T | Fallback => known.find((each) => each === text) ?? fallback;
