import type { Answer } from '#web/lib/api-types.ts';

type Page = Answer<'GET /admin/users/search'>;

/** The customers that a search found: the specification lets the server answer the bare list, too. */
export const foundUsers = (answer: Page | Page['data']): Page['data'] => ('data' in answer ? answer.data : answer);
