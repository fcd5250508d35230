// Months and their days, as text: YYYY-MM and YYYY-MM-DD, in UTC. It imports nothing.

export const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export const monthOf = (day: string): string => day.slice(0, 7);

const shifted = (month: string, by: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7);
};
export const monthAfter = (month: string): string => shifted(month, 1);
export const monthBefore = (month: string): string => shifted(month, -1);

export const firstDayOf = (month: string): string => `${month}-01`;
export function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

const NAMES = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** 2026-10 → October 2026 */
export const monthName = (month: string): string => NAMES.format(new Date(`${month}-01T00:00:00Z`));
