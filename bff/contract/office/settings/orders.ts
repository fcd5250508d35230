import { z } from 'zod';
import { named } from '#bff/contract/base/common.ts';
import { MAX_REMINDER, MAX_REMINDERS, ORDER_NUMBERS } from '#core/aggregates/settings/limits.ts';
import { numberForm, numberValues } from './numbers.ts';

export const ORDER_LABELS = {
  partialDelivery: 'Delivery in part',
  creditReminderDays: 'Reminders by age of a debt',
  creditReminderPercents: 'Reminders by use of the limit',
} as const;

/** Whole numbers, also as they are typed: `30, 60, 90`. None is an empty list. */
const levels = (what: string) => {
  const message = `Please enter at most ${MAX_REMINDERS} whole numbers of ${what}, with commas between, or nothing`;
  return z
    .union(
      [
        z.array(z.int()),
        z
          .string()
          .trim()
          .regex(/^(\d{1,4}(\s*,\s*\d{1,4})*)?$/, message)
          .transform((text) => text.split(',').flatMap((part) => (part.trim() === '' ? [] : Number(part)))),
      ],
      { error: message },
    )
    .refine(
      (numbers) =>
        numbers.length <= MAX_REMINDERS &&
        new Set(numbers).size === numbers.length &&
        numbers.every((each) => each >= 1 && each <= MAX_REMINDER),
      message,
    )
    .transform((numbers) => numbers.toSorted((one, other) => one - other));
};

export const OrdersForm = z
  .object({
    ...numberForm(ORDER_NUMBERS),
    partial_delivery: z.boolean(),
    credit_reminder_days: levels('days'),
    credit_reminder_percents: levels('percent'),
  })
  .refine(({ order_term_hours, order_warning_hours }) => order_warning_hours < order_term_hours, {
    path: ['order_warning_hours'],
    message: 'The warning comes before the order is cancelled: enter fewer hours than it has to be paid',
  });

export const OrdersValue = named('SettingsOrders', {
  ...numberValues(ORDER_NUMBERS),
  partial_delivery: z.boolean(),
  credit_reminder_days: z.array(z.int()),
  credit_reminder_percents: z.array(z.int()),
});
export type OrdersValue = z.infer<typeof OrdersValue>;
