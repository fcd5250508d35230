import type { BffConfig, BffDeps } from '#bff/kit/deps.ts';
import { isDemonstration } from '#core/aggregates/settings/sections.ts';
import { exampleIn } from '#core/kernel/text/examples.ts';
import type { Settings } from '#core/ledger/settings.ts';
import { invalidField } from './api-error.ts';

type Deps = { readonly config: Pick<BffConfig, 'isProduction'> };

/** A demonstration on this machine has examples only. */
export const takesExamples = ({ config }: Deps, { values }: Pick<Settings, 'values'>): boolean =>
  !config.isProduction && isDemonstration(values);

/** The first example in a value that nobody may use there; null where examples are taken. */
export const refusedExample = (deps: Deps, settings: Pick<Settings, 'values'>, value: unknown) =>
  takesExamples(deps, settings) ? null : exampleIn(value);

/**
 * Refuses an example at its field; `named`: the form's name of a field. The settings are asked only where there is an example.
 * @throws ApiError 422; DomainError unavailable
 */
export function requireOwn(
  deps: Deps & Pick<BffDeps, 'settings'>,
  value: unknown,
  named = (field: string): string => field,
): void {
  const example = exampleIn(value) && refusedExample(deps, deps.settings.held(), value);
  if (!example) return;
  throw invalidField(
    named(example.field),
    `${example.text} is an example and nobody’s own: enter what is yours. Nothing was changed.`,
  );
}
