import type { Days } from '#bff/contract/base/days.ts';

export type PageAsked = { readonly page: number; readonly per_page: number };

/** The page of a query, in the form of our lists. */
export const pageAsked = ({ page, per_page: perPage }: PageAsked) => ({ page, perPage });

/** The days of a query, in the form of our lists. */
export const daysAsked = ({ start_date: from, end_date: to, time_zone: zone }: Days) => ({ from, to, zone });
