import { setupRoutes } from '#bff/contract/identity/setup.ts';
import { openSessionOf } from '#bff/identity/administrators/session-routes.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { makeFirstOwner } from './first-owner.ts';
import { readStoreState } from './store-state.ts';

export const registerSetup = feature(setupRoutes, (deps, app) => ({
  getStoreState: async () => ({ data: { state: (await readStoreState(deps.database)).state } }),
  claimStore: async (call) => openSessionOf(app, deps, call, await makeFirstOwner(deps, call.body, call.request)),
}));
