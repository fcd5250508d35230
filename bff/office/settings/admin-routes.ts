import { adminSettingsRoutes } from '#bff/contract/office/admin-settings.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { changeSection, confirmChange, withdrawChange } from './changes.ts';
import { presentHistory, presentSettings } from './present.ts';
import { accountsOf } from './sections/accounts.ts';
import { sellerOf } from './sections/seller.ts';

export const registerAdminSettings = feature(adminSettingsRoutes, (deps) => {
  const saved = async (actor: AdministratorActor, message: string) => ({
    message,
    data: await presentSettings(deps, actor),
  });
  return {
    getSettings: async ({ actor }) => ({ data: await presentSettings(deps, actor) }),
    listSettingsHistory: async () => ({ data: await presentHistory(deps) }),
    changeSeller: async (call) =>
      saved(call.actor, await changeSection(deps, call, 'seller', sellerOf(call.body), call.body)),
    changeAccounts: async (call) => {
      const accounts = accountsOf(call.body, (at) => call.newId(`account-${at}`));
      return saved(call.actor, await changeSection(deps, call, 'accounts', accounts, call.body));
    },
    confirmSettingsChange: async (call) => saved(call.actor, await confirmChange(deps, call, call.params.id)),
    withdrawSettingsChange: async (call) => saved(call.actor, await withdrawChange(deps, call, call.params.id)),
  };
});
