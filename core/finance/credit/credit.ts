// How much of its credit a wallet has drawn, since when, and how long it lasts. The command line and the back office
// read this. It imports nothing.

/** The wallet's balance − held at the end of a day, minor units. */
export type CreditDay = { readonly day: string; readonly own: bigint };

/** Days since the credit was drawn, inclusive. */
export const AGES = ['0-30', '31-60', '61-90', '90+'] as const;
type Age = (typeof AGES)[number];

export type Credit = {
  /** The part of the limit that is spent, minor units. */
  readonly used: bigint;
  /** The used part in tenths of a percent of the limit; 1000 is all of it. Null without a limit. */
  readonly usedPermille: number | null;
  /** The used part by how long ago it was drawn: a repayment first repays what was drawn first. */
  readonly ages: Readonly<Record<Age, bigint>>;
  /** The first day of what is still drawn; null when nothing is. */
  readonly since: string | null;
  /** The wallet's average loss on each of the last {@link PACE_DAYS} days; below zero for a gain. */
  readonly pacePerDay: bigint;
  /** Days until the limit is used up at that pace; null when it loses nothing. */
  readonly daysLeft: number | null;
};

export const PACE_DAYS = 30;
const MS_PER_DAY = 86_400_000;
const FULL = 1_000n;

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / MS_PER_DAY);
const ageOf = (days: number): Age => (days <= 30 ? '0-30' : days <= 60 ? '31-60' : days <= 90 ? '61-90' : '90+');

/**
 * `days`: those on which the wallet's own money changed, oldest first. The closing balance of a day counts, so credit
 * that is drawn and repaid within one day does not.
 */
export function creditOf(days: readonly CreditDay[], limit: bigint, today: string): Credit {
  const drawn: { readonly day: string; amount: bigint }[] = [];
  let [own, ownBefore] = [0n, 0n];
  for (const next of days) {
    const change = debtOf(next.own) - debtOf(own);
    if (change > 0n) drawn.push({ day: next.day, amount: change });
    else repay(drawn, -change);
    own = next.own;
    if (daysBetween(next.day, today) >= PACE_DAYS) ownBefore = own;
  }
  const ages: Record<Age, bigint> = { '0-30': 0n, '31-60': 0n, '61-90': 0n, '90+': 0n };
  for (const { day, amount } of drawn) ages[ageOf(daysBetween(day, today))] += amount;
  const lost = ownBefore - own;
  const room = own + limit;
  return {
    used: debtOf(own),
    usedPermille: limit > 0n ? Number((debtOf(own) * FULL) / limit) : null,
    ages,
    since: drawn[0]?.day ?? null,
    pacePerDay: lost / BigInt(PACE_DAYS),
    daysLeft: lost > 0n ? Number((room * BigInt(PACE_DAYS)) / lost) : null,
  };
}

/** The first day of the present debt, even if parts were repaid since; null without a debt. */
export function inDebtSince(days: readonly CreditDay[]): string | null {
  const free = days.findLastIndex(({ own }) => own >= 0n);
  return days[free + 1]?.day ?? null;
}

const debtOf = (own: bigint): bigint => (own < 0n ? -own : 0n);

function repay(drawn: { amount: bigint }[], amount: bigint): void {
  let left = amount;
  while (left > 0n) {
    const [oldest] = drawn;
    if (!oldest) return;
    const paid = oldest.amount < left ? oldest.amount : left;
    oldest.amount -= paid;
    left -= paid;
    if (oldest.amount === 0n) drawn.shift();
  }
}
