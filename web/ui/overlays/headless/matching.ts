/** An entry that is found by typing: by its label, and by other words that people know it by. */
type Findable = { readonly label: string; readonly also?: () => readonly string[] };

/** Letters without case and accents, so that `cote` finds Côte d'Ivoire. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** How well an entry fits; the smaller, the better. Undefined where it does not. */
function rankOf({ label, also }: Findable, needle: string): number | undefined {
  const names = [label, ...(also?.() ?? [])].map(plain);
  if (names.includes(needle)) return 0;
  if (names.some((name) => name.startsWith(needle))) return 1;
  return names.some((name) => name.includes(needle)) ? 2 : undefined;
}

/** The entries that a typed text finds: the same name first, then names that begin with it, else in their own order. */
export function matching<Item extends Findable>(items: readonly Item[], text: string): readonly Item[] {
  const needle = plain(text);
  if (needle === '') return items;
  return items
    .map((item) => ({ item, rank: rankOf(item, needle) }))
    .filter((each): each is { item: Item; rank: number } => each.rank !== undefined)
    .sort((left, right) => left.rank - right.rank)
    .map(({ item }) => item);
}
