import { adminSettingsRoutes } from '#bff/contract/office/admin-settings.ts';
import { withMultipart } from '#bff/kit/files/read-multipart.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { found, invalidField } from '#bff/kit/lib/api-error.ts';
import { presentLogo } from '#bff/kit/lib/look.ts';
import { onePicture } from '#bff/shop/pictures/pictures.ts';
import { keepStorePicture } from '#bff/shop/pictures/store-pictures.ts';
import { type ChangeCall, changeSection, confirmChange, requireRates, type Stated, withdrawChange } from './changes.ts';
import { presentHistory, presentSettings } from './present.ts';
import { accountsOf } from './sections/accounts.ts';
import { lookOf } from './sections/look.ts';
import { moneyOf } from './sections/money.ts';
import { recallsWith } from './sections/recalls.ts';
import { valueOfForm } from './sections/rules.ts';
import { sellerOf } from './sections/seller.ts';

const PICTURE = onePicture('picture');

export const registerAdminSettings = feature(adminSettingsRoutes, (deps) => {
  const saved = async (actor: AdministratorActor, message: string) => ({
    message,
    data: await presentSettings(deps, actor),
  });
  const changeRules = async (
    call: ChangeCall & { readonly body: Stated },
    section: 'approvals' | 'waits' | 'orders' | 'retention',
  ) => saved(call.actor, await changeSection(deps, call, section, valueOfForm(section, { ...call.body }), call.body));
  return {
    getSettings: async ({ actor }) => ({ data: await presentSettings(deps, actor) }),
    listSettingsHistory: async () => ({ data: await presentHistory(deps) }),
    changeSeller: async (call) =>
      saved(call.actor, await changeSection(deps, call, 'seller', sellerOf(call.body), call.body)),
    changeAccounts: async (call) => {
      const accounts = accountsOf(call.body, (at) => call.newId(`account-${at}`));
      return saved(call.actor, await changeSection(deps, call, 'accounts', accounts, call.body));
    },
    changeRecalls: async (call) => {
      const recalls = recallsWith(deps.settings.now(), call.body);
      return saved(call.actor, await changeSection(deps, call, 'recalls', recalls, call.body));
    },
    changeLook: async (call) =>
      saved(call.actor, await changeSection(deps, call, 'look', await lookOf(deps, call.body), call.body)),
    uploadStorePicture: (call) =>
      withMultipart(deps, call.request, PICTURE, async ({ files }) => {
        const [file] = files;
        if (!file) throw invalidField('picture', 'Please choose a picture');
        return { data: found(presentLogo(await keepStorePicture(deps, file.id))) };
      }),
    changeMoney: async (call) => {
      await requireRates(deps, call.body.currencies);
      return saved(call.actor, await changeSection(deps, call, 'money', moneyOf(call.body), call.body));
    },
    changeApprovals: (call) => changeRules(call, 'approvals'),
    changeWaits: (call) => changeRules(call, 'waits'),
    changeOrders: (call) => changeRules(call, 'orders'),
    changeRetention: (call) => changeRules(call, 'retention'),
    confirmSettingsChange: async (call) => saved(call.actor, await confirmChange(deps, call, call.params.id)),
    withdrawSettingsChange: async (call) => saved(call.actor, await withdrawChange(deps, call, call.params.id)),
  };
});
