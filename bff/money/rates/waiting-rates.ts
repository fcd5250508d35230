import { v7 } from 'uuid';
import { z } from 'zod';
import { mailOwners } from '#bff/identity/administrators/mail-owners.ts';
import { type Recording, recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import { amongColleagues } from '#bff/kit/approvals/approver.ts';
import {
  endProposal,
  findOpenProposal,
  insertProposal,
  listOpenProposals,
  lockProposal,
  type ProposalRow,
  stateOf,
} from '#bff/kit/approvals/proposal-store.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { requirePermission } from '#bff/kit/http/authorize.ts';
import { conflict, found } from '#bff/kit/lib/api-error.ts';
import type { Queryable } from '#bff/kit/tables/sql.ts';
import { rateProposedMail } from '#bff/papers/mails/notice-mails.ts';
import { decideProposal, type ProposalEnd } from '#core/aggregates/admin/proposals.ts';
import type { NewRate } from '#core/finance/rates/rates.ts';
import { isSameData } from '#core/kernel/commands/same-data.ts';
import { Currency } from '#core/kernel/money/money.ts';
import { judge } from './judge-rates.ts';
import { keepRates } from './rate-store.ts';
import { seenOf } from './rate-words.ts';

const KIND = 'rate';

/** Rates that wait. `seen`: what the first administrator was shown, and the second one is. */
const Waiting = z.object({
  source: z.enum(['ecb', 'hand']),
  rates: z.array(z.object({ currency: Currency, from: z.iso.date(), rate: z.string(), quote: z.string() })),
  seen: z.string(),
});
export type WaitingRates = z.infer<typeof Waiting>;

export type Deps = Pick<BffDeps, 'database' | 'clock' | 'rules' | 'ledger' | 'logger' | 'mails' | 'config'>;

/** One request of a currency waits. The own one of before ends. */
export async function propose(
  deps: Deps,
  transaction: Queryable,
  record: Recording,
  actor: AdministratorActor,
  { requestId, waiting }: { readonly requestId: string; readonly waiting: WaitingRates },
): Promise<void> {
  for (const open of await listOpenProposals(transaction, KIND)) {
    const other = Waiting.parse(open.change);
    // A repetition of this very request.
    if (open.subjectId === requestId && isSameData(other, waiting)) return;
    if (!other.rates.some(({ currency }) => waiting.rates.some((each) => each.currency === currency))) continue;
    if (open.proposedBy !== actor.administratorId) {
      throw conflict(
        'proposal_waits',
        `A rate of the same currency waits already. ${other.seen} Decide that one first, among the approvals. Nothing was recorded.`,
      );
    }
    await endProposal(transaction, open.proposalId, { ended: 'lapsed', by: actor.administratorId, at: deps.clock() });
    await record(...recordOf(other, 'lapsed'));
  }
  await insertProposal(transaction, {
    kind: KIND,
    subjectId: requestId,
    change: waiting,
    proposedBy: actor.administratorId,
    proposedAt: deps.clock(),
    dueAt: null,
  });
  await record(...recordOf(waiting, 'proposed'));
}

/** After the transaction: every owner gets a mail. */
export async function announce(deps: Deps, actor: AdministratorActor, requestId: string, seen: string): Promise<void> {
  const mail = rateProposedMail({ seen, by: actor.name, url: `${deps.config.publicUrl}/admin/approvals?kind=rate` });
  await mailOwners(deps, 'price-change', { step: `rate-${requestId}`, mail, about: requestId });
}

/** A second administrator confirms what waits and was shown, and it is recorded. @throws ApiError 404, 409; DomainError invalid_state */
export const confirmRates = (deps: Deps, actor: AdministratorActor, requestId: string, seen: string) =>
  decide(deps, actor, requestId, { type: 'Confirm', seen });

/** Refuses what waits, or takes the own request back. @throws ApiError 403, 404; DomainError invalid_state */
export const refuseRates = (deps: Deps, actor: AdministratorActor, requestId: string) =>
  decide(deps, actor, requestId, { type: 'Refuse', seen: null });

async function decide(
  deps: Deps,
  actor: AdministratorActor,
  requestId: string,
  { type, seen }: { readonly type: 'Confirm' | 'Refuse'; readonly seen: string | null },
): Promise<{ readonly ended: ProposalEnd | null; readonly fresh: readonly NewRate[] }> {
  return recordedTransaction(deps, actor, async (transaction, record) => {
    const open = found(await findOpenProposal(transaction, KIND, requestId), 'This rate does not wait any more.');
    const proposal = found(await lockProposal(transaction, KIND, open.proposalId));
    const waiting = Waiting.parse(proposal.change);
    if (type === 'Refuse' && proposal.proposedBy !== actor.administratorId) requirePermission(actor, 'rates:confirm');
    const by = await amongColleagues({ ...deps, database: transaction }, actor, 'rates:record');
    const ended = decideProposal({ type, by }, stateOf(proposal, null));
    if (ended === null) return { ended, fresh: [] };
    const fresh = ended === 'confirmed' ? await keep(deps, transaction, actor, { waiting, proposal, seen }) : [];
    await endProposal(transaction, proposal.proposalId, { ended, by: actor.administratorId, at: deps.clock() });
    await record(...recordOf(waiting, ended));
    return { ended, fresh };
  });
}

/** What is recorded by two, as both saw it: where another rate came meanwhile, it is asked for again. */
async function keep(
  { clock }: Deps,
  transaction: Queryable,
  { administratorId }: AdministratorActor,
  {
    waiting,
    proposal,
    seen,
  }: { readonly waiting: WaitingRates; readonly proposal: ProposalRow; readonly seen: string | null },
): Promise<readonly NewRate[]> {
  const judged = await judge(transaction, waiting.rates);
  if (seen !== waiting.seen || seenOf(judged) !== waiting.seen) {
    throw conflict(
      'changed_elsewhere',
      'Rates were recorded since this was asked for, and it is to be looked at again. Refuse it, and have it recorded once more. Nothing was recorded.',
    );
  }
  await keepRates(
    transaction,
    judged.fresh.map((rate) => ({ ...rate, id: v7() })),
    { source: waiting.source, by: proposal.proposedBy, confirmedBy: administratorId, at: clock() },
  );
  return judged.fresh;
}

export function recordOf(
  { source, rates }: Pick<WaitingRates, 'source'> & { readonly rates: readonly NewRate[] },
  step?: 'proposed' | ProposalEnd,
): Parameters<Recording> {
  const days = rates.map(({ from }) => from).sort();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const [only] = rates;
  return [
    source === 'ecb' ? 'rates-imported' : 'rates-recorded',
    ['rates', source === 'ecb' ? source : (only?.currency ?? '')],
    {
      rates: String(rates.length),
      ...(first === last ? { from: first } : { from: first, to: last }),
      ...(rates.length === 1 && only ? { currency: only.currency, rate: only.rate } : {}),
      ...(step && { step }),
    },
  ];
}
