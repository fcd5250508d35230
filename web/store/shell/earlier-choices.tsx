import { useEarlierChoices } from '#web/lib/add-to-cart.ts';

/** Puts in what a member chose as a visitor. Fetched where there is such a choice. */
export function EarlierChoices() {
  useEarlierChoices(true);
  return null;
}
