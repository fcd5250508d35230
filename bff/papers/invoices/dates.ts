const DAY = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' });
const MONTH = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });
const MINUTE = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
});

/** "Nov 21, 2026": a UTC day, because an invoice must not depend on the reader's time zone. */
export const invoiceDay = (time: Date): string => DAY.format(time);

/** "Nov 21, 2026, 03:12 UTC". */
export const invoiceMinute = (time: Date): string => `${MINUTE.format(time)} UTC`;

/** '2026-11' → "November 2026". */
export const invoiceMonth = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));
