import { ORDER_LABELS, type OrdersValue } from '#bff/contract/office/settings/orders.ts';
import { ORDER_NUMBERS } from '#core/aggregates/settings/limits.ts';
import type { SectionDesk } from './desk.ts';
import { numberRows, shown } from './rules.ts';

const levels = (numbers: readonly number[], unit: string): string =>
  numbers.length === 0 ? 'None' : `${numbers.join(', ')} ${unit}`;

export const ordersDesk: SectionDesk<'orders', OrdersValue> = {
  show: shown,
  rows: (value) => [
    ...numberRows(ORDER_NUMBERS, value),
    [ORDER_LABELS.partialDelivery, value.partialDelivery ? 'Customers may agree to it' : 'No'],
    [ORDER_LABELS.creditReminderDays, levels(value.creditReminderDays, 'days')],
    [ORDER_LABELS.creditReminderPercents, levels(value.creditReminderPercents, 'percent')],
  ],
};
