import { userRoutes } from '#bff/contract/people/user.ts';
import { loadCurrentUser } from '#bff/identity/accounts/current-user.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { invalidField } from '#bff/kit/lib/api-error.ts';
import { chooseMail, mailChoices } from '#bff/people/notifications/mail-choices.ts';
import { chooseDelivery } from '#bff/shop/checkout/delivery-choice.ts';

export const registerUser = feature(userRoutes, (deps) => ({
  chooseUserDelivery: async (call) => {
    if (!deps.rules().partialDelivery) throw invalidField('in_part', 'The store delivers whole orders only.');
    const { customerId } = call.actor;
    const id = call.newId('delivery-choice');
    await chooseDelivery(deps.database, { id, customerId, inPart: call.body.in_part, at: deps.clock() });
    return { data: await loadCurrentUser(deps, customerId) };
  },
  getUserMails: async ({ actor }) => ({ data: await mailChoices(deps.database, actor.customerId) }),
  chooseUserMail: async ({ actor, body }) => {
    await chooseMail(deps.database, actor.customerId, body);
    return { data: await mailChoices(deps.database, actor.customerId) };
  },
  getUser: async (call) => ({ data: await loadCurrentUser(deps, call.actor.customerId) }),
}));
