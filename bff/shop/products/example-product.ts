import type { BffConfig, BffDeps } from '#bff/kit/deps.ts';
import { conflict, invalidField } from '#bff/kit/lib/api-error.ts';
import { takesExamples } from '#bff/kit/lib/examples.ts';
import { EXAMPLE_PRODUCT, isExampleProduct } from '#core/kernel/text/examples.ts';

type Deps = { readonly config: Pick<BffConfig, 'isProduction'> } & Pick<BffDeps, 'settings'>;

/** What takes the mark off; the seller does it on purpose. */
export const EXAMPLE_REFUSED = `An example of the demonstration is not sold: its price, description and picture are nobody’s own. Make them yours, and then give it a name that does not begin with “${EXAMPLE_PRODUCT}”.`;

/** Whether a product of this name may not be on sale. The settings are asked only where the name is an example's. */
export const isRefusedExample = (deps: Deps, name: string): boolean =>
  isExampleProduct(name) && !takesExamples(deps, deps.settings.held());

/** Of a form with the name of a product that is on sale. @throws ApiError 422 on `name` */
export function requireOwnName(deps: Deps, name: string): void {
  if (isRefusedExample(deps, name)) throw invalidField('name', `${EXAMPLE_REFUSED} Nothing was changed.`);
}

/** Of a product that is put on sale. @throws ApiError 409 */
export function requireOwnProduct(deps: Deps, { name }: { readonly name: string }, end = 'It stays off sale.'): void {
  if (isRefusedExample(deps, name)) throw conflict('example_product', `${EXAMPLE_REFUSED} ${end}`);
}
