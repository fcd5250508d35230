import type { BffDeps } from '#bff/kit/deps.ts';
import { refusedExample } from '#bff/kit/lib/examples.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { exampleIn } from '#core/kernel/text/examples.ts';

/**
 * Links that open the back office go to this address. An example belongs to nobody, or to whom registers it one day.
 * @throws DomainError invalid_value outside of a demonstration
 */
export function requireOwnAddress(deps: Pick<BffDeps, 'config' | 'settings'>, email: string): void {
  if (!exampleIn(email) || !refusedExample(deps, deps.settings.held(), email)) return;
  throw new DomainError(
    'invalid_value',
    `${email} is an example and nobody’s own: enter the address at which this administrator gets mails. Nothing was changed.`,
    { field: 'email' },
  );
}
