import { type Approver, enough } from '#core/kernel/commands/second-eyes.ts';
import { DomainError } from '#core/kernel/errors.ts';

/** How a proposal of an administrator ended. `lapsed`: who made it may not propose it any more, or it is not possible any more. */
export const PROPOSAL_ENDS = ['confirmed', 'refused', 'taken-back', 'carried-out', 'lapsed'] as const;
export type ProposalEnd = (typeof PROPOSAL_ENDS)[number];

/** A change to an administrator, a price, a change of the catalogue or a rate, that one administrator has proposed. */
export type ProposalState = {
  /** Null: the command line, which is nobody's yes: one administrator confirms it. */
  readonly by: string | null;
  /** The administrator whom it is about; null for a price or a rate. */
  readonly about: string | null;
  /** It is carried out then, unless it is refused before; null: it waits until somebody confirms it. */
  readonly dueAt: string | null;
  readonly ended: ProposalEnd | null;
};

/** `now`: ISO 8601 UTC. The decider of the due time has no `by`. */
export type ProposalCommand =
  | { readonly type: 'Confirm' | 'Refuse'; readonly by: Omit<Approver, 'aloneUpTo'> }
  | { readonly type: 'CarryOut'; readonly now: string; readonly lapsed: readonly string[] };

/**
 * Decides a proposal; returns how it ends, or null where it waits on. A repetition of what was decided returns the same.
 * @throws DomainError invalid_state
 */
export function decideProposal(command: ProposalCommand, state: ProposalState): ProposalEnd | null {
  const { by, about, dueAt, ended } = state;
  if (command.type === 'CarryOut') {
    if (ended !== null || dueAt === null || command.now < dueAt) return null;
    return by !== null && command.lapsed.includes(by) ? 'lapsed' : 'carried-out';
  }
  const refused = by === command.by.id ? 'taken-back' : 'refused';
  if (ended !== null) {
    if (ended === (command.type === 'Confirm' ? 'confirmed' : refused)) return ended;
    throw new DomainError('invalid_state', `This was ${WORDS[ended]} already. Nothing was changed.`);
  }
  if (about === command.by.id && (command.type === 'Confirm' || dueAt === null)) {
    throw new DomainError('invalid_state', 'This is about your own account. Another owner decides it.');
  }
  if (command.type === 'Refuse') return refused;
  if (by === null) return 'confirmed';
  const first = { by, what: {} };
  if (enough({ what: {}, figure: 0n, by: { ...command.by, aloneUpTo: 0n }, first, takesTwo: true, words: () => '' })) {
    return 'confirmed';
  }
  throw new DomainError(
    'invalid_state',
    'Who proposed this may not propose it any more. Refuse it, and propose it yourself if it is right. Nothing was changed.',
  );
}

const WORDS: Readonly<Record<ProposalEnd, string>> = {
  confirmed: 'confirmed',
  refused: 'refused',
  'taken-back': 'taken back',
  'carried-out': 'carried out',
  lapsed: 'ended',
};

/** An administrator, as far as it counts for who may confirm. */
type Colleague = {
  readonly id: string;
  readonly isActive: boolean;
  readonly isOwner: boolean;
  /** Has chosen a password. */
  readonly canSignIn: boolean;
};

/**
 * When a change to an administrator is carried out without a second owner: after the delay, where the command line
 * proposes it or nobody else may confirm it. Null: it waits for one of those who may.
 * @param tied those who are not another person than the proposer yet
 */
export function dueAtOf(
  { by, about }: Pick<ProposalState, 'by' | 'about'>,
  colleagues: readonly Colleague[],
  tied: readonly string[],
  { now, delayHours }: { readonly now: Date; readonly delayHours: number },
): Date | null {
  const mayConfirm = ({ id, isActive, isOwner, canSignIn }: Colleague) =>
    isActive && isOwner && canSignIn && id !== by && id !== about && !tied.includes(id);
  if (by !== null && colleagues.some(mayConfirm)) return null;
  return new Date(now.getTime() + delayHours * 3_600_000);
}
