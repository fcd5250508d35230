/** Decimals are exact strings such as "-12.50", or empty; times are in UTC. */
export type ExportColumn<Item> = { readonly title: string; readonly width: number } & (
  | { readonly kind: 'text' | 'decimal'; readonly value: (item: Item) => string }
  | { readonly kind: 'time'; readonly value: (item: Item) => Date }
);
