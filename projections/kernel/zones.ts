const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/** The moment at which a day begins in a time zone, as ISO. Where the clock skips midnight, the first moment of that day. */
export function startOfDay(day: string, zone: string): string {
  const midnight = Date.parse(day);
  const guess = midnight - aheadMs(midnight, zone);
  // The clock may have been changed between the guess and the moment.
  const start = midnight - aheadMs(guess, zone);
  return new Date(dayIn(start, zone) < day ? start + HOUR_MS : start).toISOString();
}

/** How far a zone's clock is ahead of UTC at a moment. */
function aheadMs(moment: number, zone: string): number {
  const { year, month, day, hour, minute, second } = clockIn(moment, zone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1_000) * 1_000;
}

/** The day that a moment has in a time zone. */
export const dayIn = (moment: number, zone: string): string => {
  const { year, month, day } = clockIn(moment, zone);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
};

const FIELDS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
function clockIn(moment: number, zone: string): Record<(typeof FIELDS)[number], number> {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  return Object.fromEntries(FIELDS.map((field) => [field, parts.get(field) ?? 0])) as ReturnType<typeof clockIn>;
}
