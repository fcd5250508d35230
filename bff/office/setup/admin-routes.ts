import { setTimeout as delay } from 'node:timers/promises';
import { v7 } from 'uuid';
import { adminSetupRoutes } from '#bff/contract/office/admin-setup.ts';
import { recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import { noteSetup, openSetup } from '#bff/identity/setup/store-state.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { testMail } from '#bff/papers/mails/notice-mails.ts';
import { presentSetup, STEP_TEXTS } from './present.ts';

/** How long a test mail is waited for, and how often it is looked at. */
const MAIL_WAIT_MS = 10_000;
const LOOK_EVERY_MS = 250;

export const registerAdminSetup = feature(adminSetupRoutes, (deps) => ({
  getSetup: async ({ actor }) => ({ data: await presentSetup(deps, actor) }),
  skipSetupStep: async ({ actor, body: { step } }) => {
    await noteSetup(deps.database, ({ skipped }) => ({ skipped: [...new Set([...skipped, step])] }));
    return { data: await presentSetup(deps, actor) };
  },
  sendTestMail: async ({ actor }) => {
    const id = `test-mail-${v7()}`;
    await deps.mails.send('test-mail', actor, testMail(deps.config.publicUrl), { id });
    if (!(await wasTaken(deps, id))) {
      return {
        outcome: 'waiting' as const,
        message:
          'The mail server has not taken the mail yet. It is tried again for half an hour. The page “System” and the log of the jobs say why.',
      };
    }
    await noteSetup(deps.database, () => ({ mailTestedAt: deps.clock().toISOString() }));
    return {
      outcome: 'sent' as const,
      message: `The mail server took the mail to ${actor.email}. Look into that mailbox: where it does not arrive, check the sender and the spam folder.`,
    };
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

/** Whether the mail server took it within the time: its job removes what was to be sent. */
async function wasTaken({ database }: Pick<BffDeps, 'database'>, id: string): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < MAIL_WAIT_MS; waitedMs += LOOK_EVERY_MS) {
    if (!(await database.exists(sql.unsafe`select from app.job_payload where job_id = ${id}`))) return true;
    await delay(LOOK_EVERY_MS);
  }
  return false;
}
