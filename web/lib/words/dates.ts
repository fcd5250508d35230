/** A moment as the API sends it (ISO 8601), or a Date. */
export type Moment = string | Date;

const DAY_SECONDS = 86_400;
const shortDate = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const shortDatePadded = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric' });
/** The clock of a language and country, the reader's where it is left out: 3:04 PM, or 15:04. */
export const clockOf = (locale?: string) =>
  new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 ? 'h12' : 'h23',
  });
const clock = clockOf();
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** A calendar day ('2025-01-05') is that day everywhere; anything else is a moment, shown in the reader's zone. */
export function toDate(moment: Moment): Date {
  if (moment instanceof Date) return moment;
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(moment);
  return day ? new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3])) : new Date(moment);
}

/** The text where it is a day of the calendar, else '': 30 February is none. */
export const dayOrNone = (text: string): string => (toIsoDay(toDate(text)) === text ? text : '');

/** 'MMM d, yyyy': Jan 5, 2025. */
export const formatDate = (moment: Moment): string => shortDate.format(toDate(moment));

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
/** 31 October 2026 */
export const formatLongDay = (moment: Moment): string => longDay.format(toDate(moment));

/** 'MMM dd, yyyy': Jan 05, 2025 (date ranges). */
export const formatDatePadded = (moment: Moment): string => shortDatePadded.format(toDate(moment));

/** By the reader's clock, with an ordinary space in place of Intl's narrow one. */
export const formatTime = (moment: Moment): string => clock.format(toDate(moment)).replaceAll('\u202f', ' ');

/** Jan 5, 2025, 3:04 PM, by the reader's clock. */
export const formatDateTime = (moment: Moment): string => `${formatDate(moment)}, ${formatTime(moment)}`;

/** How long ago: 'now', '5 minutes ago', 'yesterday'; a date once it is more than a week away. */
export function formatRelative(moment: Moment, now: Date = new Date()): string {
  const seconds = Math.round((toDate(moment).getTime() - now.getTime()) / 1000);
  const size = Math.abs(seconds);
  if (size < 45) return relative.format(0, 'second');
  if (size < 3_600) return relative.format(Math.round(seconds / 60) || Math.sign(seconds), 'minute');
  if (size < DAY_SECONDS) return relative.format(Math.round(seconds / 3_600), 'hour');
  if (size < 7 * DAY_SECONDS) return relative.format(Math.round(seconds / DAY_SECONDS), 'day');
  return formatDate(moment);
}

/** A local day in the API's form: yyyy-MM-dd. */
export function toIsoDay(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** The ledger has nothing before this year. */
export const FIRST_YEAR = 2020;

/** Today in UTC, as the ledger counts days: yyyy-MM-dd. */
export const utcDay = (): string => new Date().toISOString().slice(0, 10);

/** The reader's own time zone: rows show their days, so filters count them. */
export const readerZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Seconds as hh:mm:ss; hours may pass 24. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
