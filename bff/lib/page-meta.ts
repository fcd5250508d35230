import type { PageMeta } from '#bff/contract/common.ts';

/** The meta of a page from what a list query answers. */
export function pageMeta(page: {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly lastPage?: number;
  readonly items: { readonly length: number };
}): PageMeta {
  const offset = (page.page - 1) * page.perPage;
  const shown = page.items.length;
  return {
    current_page: page.page,
    last_page: page.lastPage ?? Math.max(Math.ceil(page.total / page.perPage), 1),
    per_page: page.perPage,
    total: page.total,
    from: shown === 0 ? null : offset + 1,
    to: shown === 0 ? null : offset + shown,
  };
}
