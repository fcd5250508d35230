import { useEarlierChoices } from '#web/store/shared/add-to-cart.ts';

/** Adds what a member chose as a visitor. Its code is loaded only where there is such a choice. */
export function EarlierChoices() {
  useEarlierChoices(true);
  return null;
}
