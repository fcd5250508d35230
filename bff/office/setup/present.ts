import { type AdminSetup, SETUP_STEPS, type SetupStep } from '#bff/contract/office/admin-setup.ts';
import { secondFactorsOf } from '#bff/identity/sessions/session-proof.ts';
import { readStoreState } from '#bff/identity/setup/store-state.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { missingIn } from '#bff/office/settings/present.ts';
import { accountsOpen } from '#bff/papers/invoices/paid-into.ts';

/** As a sentence lists them. */
export const STEP_TEXTS: Readonly<Record<SetupStep, string>> = {
  'second-factor': 'your second factor',
  seller: 'the seller',
  currencies: 'the currencies on sale',
  accounts: 'an account to pay into',
  look: 'a logo',
  catalogue: 'a product with codes',
  mail: 'a test mail',
};

/** The steps, done by what the store has, wherever it was entered. */
export async function presentSetup(deps: BffDeps, actor: AdministratorActor): Promise<AdminSetup> {
  const { database, config } = deps;
  const settings = deps.settings.now();
  const [{ state, setup }, factors, sells] = await Promise.all([
    readStoreState(database),
    secondFactorsOf(database, actor.administratorId),
    database.exists(sql.unsafe`select from app.product_variant as variant join app.product on product.id = variant.product_id
      where product.active and variant.free_codes > 0`),
  ]);
  const isDone: Readonly<Record<SetupStep, boolean>> = {
    'second-factor': factors.length > 0,
    seller: settings.values.seller !== undefined,
    // The standard counts where nothing is said: to leave it is to decide.
    currencies: settings.values.money !== undefined || (setup?.skipped.includes('currencies') ?? false),
    accounts: accountsOpen(deps).length > 0,
    look: settings.values.look !== undefined,
    catalogue: sells,
    mail: setup === null || setup.mailTestedAt !== null,
  };
  const needed: readonly SetupStep[] = [
    'seller',
    'accounts',
    ...(config.isProduction ? (['second-factor'] as const) : []),
  ];
  return {
    state,
    steps: SETUP_STEPS.map((step) => ({
      step,
      is_done: isDone[step],
      is_skipped: setup?.skipped.includes(step) ?? false,
      is_needed: needed.includes(step),
    })),
    missing: missingIn(deps, settings),
  };
}
