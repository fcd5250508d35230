import { v7 } from 'uuid';
import { z } from 'zod';
import { mailOwners } from '#bff/identity/administrators/mail-owners.ts';
import { type Recording, recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import { amongColleagues, hasSecond } from '#bff/kit/approvals/approver.ts';
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
import { lock } from '#bff/kit/tables/lock.ts';
import type { Queryable } from '#bff/kit/tables/sql.ts';
import { rateProposedMail } from '#bff/papers/mails/notice-mails.ts';
import { decideProposal, type ProposalEnd } from '#core/aggregates/admin/proposals.ts';
import { distanceText, judgeRates, type NewRate, sinceText } from '#core/finance/rates/rates.ts';
import { isSameData } from '#core/kernel/commands/same-data.ts';
import { BASE_CURRENCY, CURRENCIES } from '#core/kernel/money/currencies.ts';
import { Currency, formatMoney, money } from '#core/kernel/money/money.ts';
import { convert } from '#core/kernel/money/rates.ts';
import { keepRates, knownRates } from './rate-store.ts';

/** Limit of rates that a request names: whoever confirms it sees each of them. */
const MAX_NAMED = 20;
const KIND = 'rate';

type Judged = ReturnType<typeof judgeRates>;

/** Rates that wait. `seen`: what the first administrator was shown, and the second one is. */
const Waiting = z.object({
  source: z.enum(['ecb', 'hand']),
  rates: z.array(z.object({ currency: Currency, from: z.iso.date(), rate: z.string(), quote: z.string() })),
  seen: z.string(),
});
type Waiting = z.infer<typeof Waiting>;

type Deps = Pick<BffDeps, 'database' | 'clock' | 'rules' | 'ledger' | 'logger' | 'mails' | 'config'>;
type Asked = {
  readonly rates: readonly NewRate[];
  readonly source: Waiting['source'];
  readonly actor: AdministratorActor;
  /** The administrator has seen what is far from the last rate, replaces one of the same day, or is of days to come. */
  readonly isConfirmed: boolean;
  /** Of the request that waits. */
  readonly requestId: string;
  newId(rate: NewRate): string;
};
/** `waits`: what a second administrator has to confirm; empty where the rates were recorded. */
export type Recorded = { readonly fresh: readonly NewRate[]; readonly waits: string };

/**
 * Records rates and returns the new ones. A rate that is recorded already changes nothing. All of them wait for a second administrator where
 * one is far from the last, or replaces one of the same day, and where one is the first of its currency.
 * @throws ApiError 409 where a file differs from what is recorded, the administrator has to look first, or another one's request waits:
 * nothing was recorded
 */
export async function recordRates(
  deps: Deps,
  { rates, source, actor, isConfirmed, requestId, newId }: Asked,
): Promise<Recorded> {
  const { clock } = deps;
  const recorded = await recordedTransaction(deps, actor, async (transaction, record) => {
    const judged = await judge(transaction, rates);
    const { fresh, differing } = judged;
    if (differing.length > 0 && source === 'ecb') {
      throw conflict(
        'rate_differs',
        `What is recorded differs from the file: ${replaced(differing)}. Nothing was imported. Where the file is right, record its rate by hand.`,
      );
    }
    if (judged.far.length > MAX_NAMED) {
      throw conflict(
        'too_many_far',
        `${judged.far.length} rates of the file are far from the last ones, and a second administrator has to see each. Nothing was imported. Import the file of one day first.`,
      );
    }
    const seen = seenOf(judged);
    const takesTwo = await needsSecond({ ...deps, database: transaction }, actor, judged);
    const questions = [
      ...(seen === '' ? [] : [seen]),
      ...(takesTwo ? ['A second administrator has to confirm it.'] : []),
      ...unlikeFirstOf(judged),
      ...(source === 'ecb' ? aheadOf(fresh, clock()) : []),
    ];
    if (questions.length > 0 && !isConfirmed) {
      throw conflict('confirm_rate', `${questions.join(' ')} Nothing was recorded yet.`);
    }
    if (fresh.length === 0) return { fresh, waits: '' };
    if (takesTwo) {
      await propose(deps, transaction, record, actor, { requestId, waiting: { source, rates: [...fresh], seen } });
      return { fresh: [], waits: seen };
    }
    await keepRates(
      transaction,
      fresh.map((rate) => ({ ...rate, id: newId(rate) })),
      { source, by: actor.administratorId, at: clock() },
    );
    await record(...recordOf({ source, rates: fresh }));
    return { fresh, waits: '' };
  });
  if (recorded.waits !== '') await announce(deps, actor, requestId, recorded.waits);
  return recorded;
}

/** In a transaction, one after the other: what is read is all there is. */
async function judge(transaction: Queryable, rates: readonly NewRate[]): Promise<Judged> {
  await lock(transaction, 'rates');
  const currencies = [...new Set(rates.map(({ currency }) => currency))];
  return judgeRates(rates, await knownRates(transaction, currencies));
}

/** What is far, or replaces another one, takes two; so does the first rate of a currency, where there are two. */
async function needsSecond(
  at: Pick<Deps, 'rules' | 'clock'> & { readonly database: Queryable },
  actor: AdministratorActor,
  { differing, far, first }: Judged,
): Promise<boolean> {
  if (differing.length > 0 || far.length > 0) return true;
  return first.length > 0 && (await hasSecond(at, actor, 'rates:confirm'));
}

/** One request of a currency waits. The own one of before ends. */
async function propose(
  deps: Deps,
  transaction: Queryable,
  record: Recording,
  actor: AdministratorActor,
  { requestId, waiting }: { readonly requestId: string; readonly waiting: Waiting },
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
async function announce(deps: Deps, actor: AdministratorActor, requestId: string, seen: string): Promise<void> {
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
  }: { readonly waiting: Waiting; readonly proposal: ProposalRow; readonly seen: string | null },
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

/** What a second administrator confirms, in words; empty where nothing takes one. */
function seenOf({ differing, far, first }: Judged): string {
  return [
    ...first.map(firstText),
    ...(differing.length > 0 ? [`Recorded already: ${replaced(differing)}. The one of before stays on record.`] : []),
    ...(far.length > 0 ? [`Far from the last rate: ${distances(far)}.`] : []),
  ].join(' ');
}

/** What the administrator alone is asked about: no market gave the rate of the configuration. */
const unlikeFirstOf = ({ unlikeFirst }: Judged): string[] =>
  unlikeFirst.length > 0 ? [`Far from the rate that holds until one is recorded: ${distances(unlikeFirst)}.`] : [];

/** Nothing is there to compare it with, so a rate the wrong way round shows in amounts. */
function firstText({ currency, rate }: NewRate): string {
  const of = (units: bigint, from: Currency, to: Currency): string => {
    const amount = money(units * 10n ** BigInt(CURRENCIES[from].digits), from);
    return `${formatMoney(amount)} are ${formatMoney(convert(amount, to, { [currency]: rate, [BASE_CURRENCY]: '1' }))}`;
  };
  return `The first rate of ${currency}: ${of(100n, currency, BASE_CURRENCY)}, and ${of(100n, BASE_CURRENCY, currency)}.`;
}

const distances = (far: Judged['far']): string =>
  listed(
    far.map(
      ({ wanted, last }) =>
        `${wanted.currency} from ${wanted.from}: ${distanceText(wanted.rate, last.rate)} (${sinceText(last.from)})`,
    ),
  );

const replaced = (differing: Judged['differing']): string =>
  listed(
    differing.map(({ wanted, kept }) => `${kept.currency} ${sinceText(kept.from)} is ${kept.rate}, not ${wanted.rate}`),
  );

function aheadOf(ofFile: readonly NewRate[], now: Date): string[] {
  const today = now.toISOString().slice(0, 10);
  const ahead = ofFile.filter(({ from }) => from > today).map(({ currency, from }) => `${currency} from ${from}`);
  return ahead.length > 0 ? [`The file is of days to come: ${listed(ahead)}.`] : [];
}

const listed = (texts: readonly string[]): string =>
  texts.length > MAX_NAMED
    ? `${texts.slice(0, MAX_NAMED).join('; ')}; and ${texts.length - MAX_NAMED} more`
    : texts.join('; ');

function recordOf(
  { source, rates }: Pick<Waiting, 'source'> & { readonly rates: readonly NewRate[] },
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

/** What an administrator reads of it. */
export function recordedText({ fresh, waits }: Recorded): string {
  const [only] = fresh;
  if (waits !== '') return 'It waits for a second administrator. Nothing is recorded before.';
  if (!only) return 'Nothing is new: every rate is recorded already.';
  if (fresh.length > 1) return `${fresh.length} rates recorded`;
  return `1 ${only.currency} = ${only.rate} ${BASE_CURRENCY} from ${only.from}: recorded`;
}
