import { adminSettingsRoutes } from '#bff/contract/office/admin-settings.ts';
import { withMultipart } from '#bff/kit/files/read-multipart.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { found, invalidField } from '#bff/kit/lib/api-error.ts';
import { presentLogo } from '#bff/kit/lib/look.ts';
import { onePicture } from '#bff/shop/pictures/pictures.ts';
import { keepStorePicture } from '#bff/shop/pictures/store-pictures.ts';
import { changeSection, confirmChange, withdrawChange } from './changes.ts';
import { presentHistory, presentSettings } from './present.ts';
import { accountsOf } from './sections/accounts.ts';
import { lookOf } from './sections/look.ts';
import { sellerOf } from './sections/seller.ts';

const PICTURE = onePicture('picture');

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
    changeLook: async (call) =>
      saved(call.actor, await changeSection(deps, call, 'look', await lookOf(deps, call.body), call.body)),
    uploadStorePicture: (call) =>
      withMultipart(deps, call.request, PICTURE, async ({ files }) => {
        const [file] = files;
        if (!file) throw invalidField('picture', 'Please choose a picture');
        return { data: found(presentLogo(await keepStorePicture(deps, file.id))) };
      }),
    confirmSettingsChange: async (call) => saved(call.actor, await confirmChange(deps, call, call.params.id)),
    withdrawSettingsChange: async (call) => saved(call.actor, await withdrawChange(deps, call, call.params.id)),
  };
});
