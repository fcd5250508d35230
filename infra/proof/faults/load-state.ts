import type { Answer } from './caller.ts';
import type { Journal } from './journal.ts';
import type { Violations } from './violations.ts';

/** The state that all actors on the store share. */
export type Load = {
  readonly shop: { readonly products: readonly { readonly productId: string; readonly variantId: string }[] };
  readonly journal: Journal;
  readonly violations: Violations;
  isOver(): boolean;
};

/** True when the store refused. A refusal is a violation unless its code is allowed. */
export function isRefused(
  { violations }: Pick<Load, 'violations'>,
  what: string,
  answer: Answer,
  ...allowed: string[]
): boolean {
  if (answer.status < 300) return false;
  if (!allowed.includes(answer.code)) {
    violations.add(`${what} was refused: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
  }
  return true;
}
