import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { administratorChangeMail } from '#bff/papers/mails/notice-mails.ts';
import { PROPOSAL_ENDS } from '#core/aggregates/admin/proposals.ts';
import { AdministratorChange, changeText } from './change.ts';
import { administratorName, mailOwners } from './mail-owners.ts';

/** The next run continues. */
const MAX_STEPS_PER_RUN = 100;

const Step = z.object({
  proposalId: z.uuid(),
  subjectId: z.uuid(),
  change: AdministratorChange,
  name: z.string().nullable(),
  email: z.string().nullable(),
  by: z.string().nullable(),
  dueAt: z.date().nullable(),
  /** Null: it was proposed. */
  end: z.enum(PROPOSAL_ENDS).nullable(),
});
type Step = z.infer<typeof Step>;
type Deps = Pick<BffDeps, 'database' | 'config' | 'mails'>;

/**
 * Mails owners each step of a change to an administrator that they were not told of yet: at once after the step, and by the job what a crash
 * left. A step counts as told after its mails. Each mail is sent once, also when the step is repeated.
 */
export async function tellOwners(deps: Deps): Promise<void> {
  const steps = await deps.database.any(sql.type(Step)`
    select proposal_id as "proposalId", subject_id as "subjectId", change, name, email, by, due_at as "dueAt", "end" from (
      select proposal_id, subject_id, change, proposed_by::text as by, due_at, null as "end", proposed_at as at
      from app.proposal where kind = 'administrator' and proposed_told_at is null
      union all
      select proposal_id, subject_id, change, ended_by::text, null, ended, ended_at
      from app.proposal where kind = 'administrator' and ended_at is not null and ended_told_at is null
    ) step left join app.administrator subject on subject.administrator_id = subject_id
    order by at, proposal_id, "end" nulls first limit ${MAX_STEPS_PER_RUN}`);
  for (const step of steps) {
    await tell(deps, step);
    await deps.database.query(
      step.end === null
        ? sql.void`update app.proposal set proposed_told_at = now() where proposal_id = ${step.proposalId}`
        : sql.void`update app.proposal set ended_told_at = now() where proposal_id = ${step.proposalId}`,
    );
  }
}

async function tell(deps: Deps, { proposalId, subjectId, change, name, email, by, dueAt, end }: Step): Promise<void> {
  const subject = change.step === 'invite' ? change : { name: name ?? '', email: email ?? '' };
  const mail = administratorChangeMail({
    what: changeText(change, subject),
    by: await administratorName(deps, by),
    dueAt,
    end,
    url: `${deps.config.publicUrl}/admin/administrators`,
  });
  const step = `administrator-change-${proposalId}-${end ?? 'proposed'}`;
  await mailOwners(deps, 'administrator-change', { step, mail, formerly: subjectId });
}
