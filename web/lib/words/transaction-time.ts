import { clockOf, type Moment, toDate } from './dates.ts';

const clock = clockOf('en-US');
const longMonth = new Intl.DateTimeFormat('en-US', { month: 'long' });

/** 'PPP p', the format of transactions: January 5th, 2025 3:04 PM. */
export function formatTransactionTime(moment: Moment): string {
  const date = toDate(moment);
  return `${longMonth.format(date)} ${withOrdinal(date.getDate())}, ${date.getFullYear()} ${clock.format(date).replaceAll('\u202f', ' ')}`;
}

function withOrdinal(day: number): string {
  const suffix = day % 100 >= 11 && day % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${suffix}`;
}
