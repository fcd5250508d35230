import { setTimeout as delay } from 'node:timers/promises';
import { v7 } from 'uuid';
import type { TestMailAnswer } from '#bff/contract/office/mails.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { ApiError } from '#bff/kit/lib/api-error.ts';
import { takeRoom } from '#bff/kit/mails/cool-down.ts';
import type { Mail } from '#bff/kit/mails/layout.ts';
import { sql } from '#bff/kit/tables/sql.ts';

/** How long a test mail is waited for, and how often it is looked at. */
const WAIT_MS = 10_000;
const LOOK_EVERY_MS = 250;
const MAX_REASON_CHARACTERS = 300;

const AGAIN = 'It is tried again for half an hour.';

type Deps = Pick<BffDeps, 'database' | 'mails' | 'jobs'>;

/**
 * Sends a mail to the administrator's own address by the way of all mails, and says what became of it. Unlike other mails, one too many is
 * refused: somebody waits for it. @throws ApiError 429
 */
export async function sendToMyself(
  deps: Deps,
  reader: Pick<AdministratorActor, 'email' | 'name'>,
  mail: Mail,
  { waitMs = WAIT_MS } = {},
): Promise<TestMailAnswer> {
  if ((await takeRoom(deps.database, { kind: 'test-mail', to: reader.email })) === 'none') {
    throw new ApiError(
      429,
      'too_many_requests',
      'You have sent five test mails within an hour. Please wait before you send another one.',
    );
  }
  const id = `test-mail-${v7()}`;
  await deps.mails.send('test-mail', reader, mail, { id, isCounted: true });
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += LOOK_EVERY_MS) {
    if (await wasTaken(deps, id)) {
      return {
        outcome: 'sent',
        message: `The mail server took the mail to ${reader.email}. Look into that mailbox: where it does not arrive, check the sender and the spam folder.`,
      };
    }
    const reason = await deps.jobs.mailFailure(id);
    if (reason !== null) {
      const said = reason.replaceAll(/\s+/g, ' ').slice(0, MAX_REASON_CHARACTERS);
      return { outcome: 'refused', message: `The mail server did not take the mail: “${said}”. ${AGAIN}` };
    }
    await delay(LOOK_EVERY_MS);
  }
  return {
    outcome: 'waiting',
    message: `The mail waits to be sent. ${AGAIN} The page “System” shows whether the jobs are at work.`,
  };
}

/** The job of a mail removes what was to be sent once the mail server has it. */
async function wasTaken({ database }: Pick<Deps, 'database'>, id: string): Promise<boolean> {
  return !(await database.exists(sql.unsafe`select from app.job_payload where job_id = ${id}`));
}
