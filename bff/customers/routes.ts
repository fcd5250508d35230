import { userRoutes } from '#bff/contract/user.ts';
import { feature } from '#bff/http/register-routes.ts';
import { invalidField } from '#bff/lib/api-error.ts';
import { chooseMail, mailChoices } from '#bff/money-mails/choices.ts';
import { loadCurrentUser } from './current-user.ts';
import { chooseDelivery } from './delivery-choice.ts';

export const registerUser = feature(userRoutes, (deps) => ({
  chooseUserDelivery: async (call) => {
    if (!deps.config.partialDelivery) throw invalidField('in_part', 'The store delivers whole orders only.');
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
