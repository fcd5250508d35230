import type { Answer } from '#web/lib/call/api-types.ts';

type Page = Answer<'GET /admin/users/search'>;

/** The customers that a search found. By the specification, the server may also answer with the bare list. */
export const foundUsers = (answer: Page | Page['data']): Page['data'] => ('data' in answer ? answer.data : answer);
