import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { allRoutes } from '#bff/contract/routes.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

const adminRoutes = allRoutes.filter((route) => route.auth === 'administrator');
const urlOf = (path: string) =>
  path
    .replace(/:(id|documentId)/g, path.includes('brands') || path.includes('carousel') ? '1' : randomUUID())
    .replace(':kind', 'order');

describe('strangers in the back-office', async () => {
  const test = await startTestApp();
  const customer = await createCustomer(test);
  after(() => test.stop());

  for (const route of adminRoutes) {
    it(`${route.method} ${route.path} refuses visitors and customers`, async () => {
      const request = { method: route.method, url: urlOf(route.path) } as const;
      assertStatus(await test.app.inject(request), 401);
      assertStatus(await test.app.inject({ ...request, headers: customer.headers }), 401);
    });
  }
});
