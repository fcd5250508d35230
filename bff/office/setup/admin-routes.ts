import { adminSetupRoutes } from '#bff/contract/office/admin-setup.ts';
import { recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import { noteSetup, openSetup } from '#bff/identity/setup/store-state.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { sendToMyself } from '#bff/office/mails/send-to-myself.ts';
import { testMail } from '#bff/papers/mails/notice-mails.ts';
import { presentSetup, STEP_TEXTS } from './present.ts';

export const registerAdminSetup = feature(adminSetupRoutes, (deps) => ({
  getSetup: async ({ actor }) => ({ data: await presentSetup(deps, actor) }),
  skipSetupStep: async ({ actor, body: { step } }) => {
    await noteSetup(deps.database, ({ skipped }) => ({ skipped: [...new Set([...skipped, step])] }));
    return { data: await presentSetup(deps, actor) };
  },
  sendTestMail: async ({ actor }) => {
    const answer = await sendToMyself(deps, actor, testMail(deps.config.publicUrl));
    if (answer.outcome === 'sent') {
      await noteSetup(deps.database, () => ({ mailTestedAt: deps.clock().toISOString() }));
    }
    return answer;
  },
  openStore: async ({ actor }) => {
    const { state, steps } = await presentSetup(deps, actor);
    if (state === 'open') return { message: 'The store is open already.' };
    const left = steps.filter(({ is_needed, is_done }) => is_needed && !is_done).map(({ step }) => STEP_TEXTS[step]);
    if (left.length > 0) {
      throw conflict('setup_incomplete', `The store cannot open yet. What is missing: ${left.join(', ')}.`);
    }
    await recordedTransaction(deps, actor, async (transaction, record) => {
      // A second click finds it open.
      if (await openSetup(transaction, deps.clock()))
        await record('store-opened', ['administrator', actor.administratorId]);
    });
    return { message: 'The store is open.' };
  },
}));
