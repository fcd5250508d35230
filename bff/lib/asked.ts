import type { Days } from '#bff/contract/days.ts';

export type PageAsked = { readonly page: number; readonly per_page: number };

/** The page that a query asks for, as lists take it. */
export const pageAsked = ({ page, per_page: perPage }: PageAsked) => ({ page, perPage });

/** The days that a query asks for, as lists take them. */
export const daysAsked = ({ start_date: from, end_date: to }: Days) => ({ from, to });
