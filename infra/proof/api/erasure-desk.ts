import assert from 'node:assert/strict';
import { AdminPersonalDataPage, PersonalDataAnswer } from '#bff/contract/people/personal-data.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { OutgoingMail } from '#bff/kit/mails/mail-queue.ts';
import { workPersonalData } from '#bff/people/personal-data/work.ts';
import { createAdministrator } from './administrators.ts';
import type { TestCustomer } from './customers.ts';
import { assertStatus, type TestApp } from './test-app.ts';

type Asking = Pick<TestCustomer, 'headers'>;
export type ErasureDesk = Awaited<ReturnType<typeof createErasureDesk>>;

/** An owner who decides about erasures, and customers who ask for theirs. */
export async function createErasureDesk(test: TestApp) {
  const owner = await createAdministrator(test);
  const lastMails: OutgoingMail[] = [];
  const ask = ({ headers }: Asking) =>
    test.app.inject({ method: 'POST', url: '/api/user/personal-data/erasure', headers });
  const decide = (id: string, how: 'confirm' | 'refuse', note: string | null = null) =>
    owner.send('POST', `/api/admin/personal-data/${id}/${how}`, { note });
  return {
    owner,
    ask,
    decide,
    /** Asked for and confirmed; returns the id of the request. */
    async confirmed(customer: Asking): Promise<string> {
      const { id } = (await ask(customer)).json().data;
      assertStatus(await decide(id, 'confirm'), 200);
      return id;
    },
    async show({ headers }: Asking) {
      return PersonalDataAnswer.parse((await test.app.inject({ url: '/api/user/personal-data', headers })).json());
    },
    async requestOf(customerId: string) {
      const { data } = AdminPersonalDataPage.parse((await owner.get('/api/admin/personal-data?per_page=100')).json());
      return data.find(({ user }) => user.id === customerId) ?? assert.fail('a request');
    },
    /** The mails that say that it is done. */
    lastMails,
    /** A run of the job. */
    work: (parts: Partial<BffDeps> = {}) =>
      workPersonalData({ ...test.deps, ...parts }, async (mail) => {
        lastMails.push(mail);
      }),
  };
}
