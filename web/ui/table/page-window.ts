/** Page numbers shown at once; ellipses replace the rest. */
const PAGE_WINDOW = 5;

export type PageSlot = number | 'gap-before' | 'gap-after';

/**
 * The numbers of a pager: all pages where there are at most five; otherwise the first, the last and a window around the current one, with
 * ellipses for the others. Empty with one page or fewer.
 */
export function pageSlots(current: number, last: number): PageSlot[] {
  if (last <= 1) return [];
  if (last <= PAGE_WINDOW) return Array.from({ length: last }, (_, index) => index + 1);
  const start = Math.max(2, Math.min(current - 1, last - 3));
  const end = Math.min(last - 1, Math.max(current + 1, 4));
  const slots: PageSlot[] = [1];
  if (start > 2) slots.push('gap-before');
  for (let page = start; page <= end; page += 1) slots.push(page);
  if (end < last - 1) slots.push('gap-after');
  slots.push(last);
  return slots;
}
