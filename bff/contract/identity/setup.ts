import { z } from 'zod';
import { dataOf } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { AdminSession } from './admin-auth.ts';
import { OwnerForm } from './setup-form.ts';
import { StoreState } from './store-state.ts';

const visitor = routesFor({ auth: 'public', tag: 'Admin: setup' });

export const setupRoutes = {
  getStoreState: visitor.get('/setup', 'Whether the store is open.', dataOf(z.object({ state: StoreState }))),
  claimStore: visitor.post(
    '/setup/owner',
    'Become the first owner of an empty store, by the secret that the server printed at its start; once.',
    AdminSession,
    { body: OwnerForm, status: 201, rate_limit: 'auth' },
  ),
};
