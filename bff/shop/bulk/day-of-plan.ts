import type { BffDeps } from '#bff/kit/deps.ts';
import { invalidField } from '#bff/kit/lib/api-error.ts';
import { zoneOf } from '#core/aggregates/settings/seller.ts';
import { startOfDay } from '#projections/kernel/zones.ts';

type Due = { readonly dueAt: Date | null; readonly timeZone: string | null };

/** The midnight of a day in the time zone of the seller; none: at once. @throws ApiError 422 on `day` where it has begun */
export function dayOfPlan({ settings, clock }: Pick<BffDeps, 'settings' | 'clock'>, day: string | undefined): Due {
  if (day === undefined) return { dueAt: null, timeZone: null };
  const timeZone = zoneOf(settings.held().values.seller);
  const dueAt = new Date(startOfDay(day, timeZone));
  if (dueAt <= clock()) throw invalidField('day', 'Please choose a day that has not begun');
  return { dueAt, timeZone };
}
