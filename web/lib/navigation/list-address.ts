import { useLocation, useSearchParams } from 'wouter';
import { dayOrNone } from '#web/lib/words/dates.ts';
import { oneOf, pageParam, withParams } from './page-param.ts';

/** The values of a filter: one of these, the first one where the address has none of them; 'day' for a day or none; or '' for any text. */
export type FilterRule = '' | 'day' | readonly string[];
type FilterRules = Readonly<Record<string, FilterRule>>;
export type FiltersOf<Rules> = {
  [N in keyof Rules]: Rules[N] extends readonly (infer Choice extends string)[] ? Choice : string;
};

export type ListAddress<Filters> = {
  filters: Filters;
  page: number;
  /** Whether a filter differs from its first choice; the order does not count. */
  isFiltered: boolean;
  /** Changes some filters and returns to the first page; undefined means the first choice. */
  change(changes: { [N in keyof Filters]?: Filters[N] | undefined }): void;
  /** Resets the filters; the order stays. */
  clear(): void;
  turnTo(page: number, options?: { replace: boolean }): void;
  /** The props of a filter for a `Segmented`, a `SearchBox` or a `Select`: its value, and its setter. */
  choice<N extends keyof Filters>(name: N): { value: Filters[N]; onChange: (next: Filters[N]) => void };
  search<N extends keyof Filters>(name: N): { value: Filters[N]; onSearch: (text: string) => void };
  select<N extends keyof Filters>(name: N): { value: Filters[N]; onChange: (value: string) => void };
};

/**
 * The filters and the page of a list, from its address, so that a link shows the same list. First choices are left out of the address. A
 * change replaces the address; `pushesPages` keeps each page in the history.
 */
export function useListAddress<const Rules extends FilterRules>(
  rules: Rules,
  { pushesPages = false }: { pushesPages?: boolean } = {},
): ListAddress<FiltersOf<Rules>> {
  const [search, setSearch] = useSearchParams();
  const names = Object.keys(rules);
  const narrowing = names.filter((name) => !name.startsWith('sort_'));
  const firstOf = (name: string) => (typeof rules[name] === 'string' ? '' : (rules[name]?.[0] ?? ''));
  const filterOf = (name: string) => {
    const rule = rules[name];
    const text = search.get(name) ?? '';
    if (rule === 'day') return dayOrNone(text);
    return rule ? oneOf(rule, text, firstOf(name)) : text;
  };
  const filters = Object.fromEntries(names.map((name) => [name, filterOf(name)])) as FiltersOf<Rules>;
  const change = (changes: Readonly<Record<string, string | undefined>>) => {
    const texts = Object.entries(changes).map(([name, value]) => [name, value === firstOf(name) ? null : value]);
    setSearch((now) => withParams(now, { page: null, ...Object.fromEntries(texts) }), { replace: true });
  };
  return {
    filters,
    page: pageParam(search),
    isFiltered: narrowing.some((name) => filterOf(name) !== firstOf(name)),
    change,
    clear: () => change(Object.fromEntries(narrowing.map((name) => [name, undefined]))),
    turnTo: (page, options = { replace: !pushesPages }) =>
      setSearch((now) => withParams(now, { page: page === 1 ? null : String(page) }), options),
    choice: (name) => ({ value: filters[name], onChange: (next) => change({ [name]: next }) }),
    search: (name) => ({ value: filters[name], onSearch: (text) => change({ [name]: text }) }),
    select: (name) => ({ value: filters[name], onChange: (value) => change({ [name]: value }) }),
  };
}

/** As the props of a table. */
export const sortingOf = ({
  filters: { sort_by, sort_order },
  change,
}: ListAddress<{ sort_by: string; sort_order: string }>) => ({
  sort: { id: sort_by, desc: sort_order === 'desc' },
  onSort: (sort: { id: string; desc: boolean } | undefined) =>
    change({ sort_by: sort?.id, sort_order: sort && (sort.desc ? 'desc' : 'asc') }),
});

/** As the props of the panel beside the list. */
export type OpenRecord<Row> = {
  id: string;
  /** The record's row, where the list has it: shown until the record is loaded. */
  known: Row | undefined;
  onClose: () => void;
};

/**
 * The record that `?open=` of the address shows beside its list. Opening one adds a history entry, so Back closes it. `hrefOf` is the link
 * to one.
 */
export function useOpenRecord<Row extends { id: string }>(list: { data: { data: readonly Row[] } | undefined }) {
  const [search, setSearch] = useSearchParams();
  const [path] = useLocation();
  const id = search.get('open');
  const open = (next: string | null, options = { replace: next === null }) =>
    setSearch((now) => withParams(now, { open: next }), options);
  const shown: OpenRecord<Row> | null = id
    ? { id, known: list.data?.data.find((row) => row.id === id), onClose: () => open(null) }
    : null;
  return { shown, open, hrefOf: (row: { id: string }) => `${path}?${withParams(search, { open: row.id })}` };
}
