import { adminTextRoutes } from '#bff/contract/office/texts.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { changeSection } from '#bff/office/settings/changes.ts';
import { presentText, presentTexts } from './present.ts';

export const registerAdminTexts = feature(adminTextRoutes, (deps) => ({
  listSettingsTexts: async () => ({ data: await presentTexts(deps) }),
  getSettingsText: async ({ params: { name }, query }) => ({ data: await presentText(deps, name, query) }),
  changeText: async (call) => {
    const { params, body } = call;
    const message = await changeSection(deps, call, params.name, { text: body.text }, body);
    return { message, data: await presentText(deps, params.name, {}) };
  },
}));
