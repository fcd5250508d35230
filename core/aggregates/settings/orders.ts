import { z } from 'zod';
import { MAX_REMINDER, MAX_REMINDERS, ORDER_NUMBERS } from './limits.ts';
import { numberFields, standardNumbers } from './numbers.ts';

const Levels = z.array(z.int().min(1).max(MAX_REMINDER)).max(MAX_REMINDERS);

/** How long orders wait, and when customers are reminded of their credit. */
const Orders = z.strictObject({
  ...numberFields(ORDER_NUMBERS),
  /** Customers may agree at checkout to get what is in stock before the rest of their order. */
  partialDelivery: z.boolean(),
  /** Age of the oldest part of drawn credit. */
  creditReminderDays: Levels,
  /** Share of the limit that is drawn. */
  creditReminderPercents: Levels,
});
type Orders = z.infer<typeof Orders>;

const standard: Orders = {
  ...standardNumbers(ORDER_NUMBERS),
  partialDelivery: false,
  creditReminderDays: [30, 60, 90],
  creditReminderPercents: [80, 100],
};

export const ordersSection = { title: 'Orders and credit', value: Orders, standard, isMoney: () => false };
