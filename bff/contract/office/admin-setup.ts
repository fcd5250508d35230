import { z } from 'zod';
import { dataOf, MessageAnswer, named } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { StoreState } from '#bff/contract/identity/store-state.ts';
import { TestMailAnswer } from '#bff/contract/office/mails.ts';

/** The steps of an owner who sets the store up, in their order. The first of all, the owner's account, is done before. */
export const SETUP_STEPS = ['second-factor', 'seller', 'currencies', 'accounts', 'look', 'catalogue', 'mail'] as const;
const SetupStep = z.enum(SETUP_STEPS);
export type SetupStep = z.infer<typeof SetupStep>;

const AdminSetup = named('AdminSetup', {
  state: StoreState,
  steps: z.array(
    z.object({
      step: SetupStep,
      is_done: z.boolean(),
      /** Left for later; it can be done all the same. */
      is_skipped: z.boolean(),
      /** The store does not open without it. */
      is_needed: z.boolean(),
    }),
  ),
  /** Why deposits are not open in some currency, a sentence each. */
  missing: z.array(z.string()),
});
export type AdminSetup = z.infer<typeof AdminSetup>;

const desk = routesFor({ auth: 'administrator', permission: 'settings:change', tag: 'Admin: setup' });

export const adminSetupRoutes = {
  getSetup: desk.get('/admin/setup', 'Which steps of the setup are done.', dataOf(AdminSetup), { enrolment: true }),
  skipSetupStep: desk.post('/admin/setup/skip', 'Leave a step for later.', dataOf(AdminSetup), {
    body: z.object({ step: SetupStep }),
  }),
  sendTestMail: desk.post(
    '/admin/setup/test-mail',
    'Send a mail to oneself, and say whether the mail server took it.',
    TestMailAnswer,
  ),
  openStore: desk.post('/admin/setup/open', 'Open the store to customers.', MessageAnswer),
};
