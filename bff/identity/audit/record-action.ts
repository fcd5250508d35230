import type { RouteContract } from '#bff/contract/base/route.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import type { Call } from '#bff/kit/http/call.ts';
import type { AdminAction } from '#core/aggregates/admin/events.ts';
import type { CommandResult, LedgerCommand } from '#core/ledger/ledger.ts';

const MAX_FACT_LENGTH = 200;

type Subject = readonly [kind: string, id: string | number];

/** The part of a call that recording needs, whichever route it is of. */
export type RecordingCall = {
  readonly actor: AdministratorActor;
  execute(command: LedgerCommand, options?: { step?: string; wait?: boolean | 'shown' }): Promise<CommandResult>;
} & Pick<Call<RouteContract>, 'newId'>;

/**
 * Records in the administrator's own stream what was done outside the ledger: who, what, to which object. Facts hold no personal data.
 * Not within a database transaction: that one takes `recordedTransaction`.
 */
export async function recordAction(
  call: RecordingCall,
  action: AdminAction,
  subject: Subject,
  facts: Readonly<Record<string, string>> = {},
  options: { readonly wait?: boolean | 'shown' } = {},
): Promise<void> {
  await call.execute(
    actionOf(call.actor.administratorId, action, subject, facts),
    // No list of the ledger shows these actions, so there is nothing to wait for.
    { step: `record-${action}`, wait: options.wait ?? false },
  );
}

/** The command that records an action in an administrator's stream. */
export const actionOf = (
  administratorId: string,
  action: AdminAction,
  [kind, id]: Subject,
  facts: Readonly<Record<string, string>> = {},
): Extract<LedgerCommand, { type: 'RecordAdministratorAction' }> => ({
  type: 'RecordAdministratorAction',
  administratorId,
  action,
  subject: { kind, id: String(id) },
  facts: Object.fromEntries(
    // The cut may split a character, and an event cannot hold half of one.
    Object.entries(facts).map(([name, value]) => [name, value.slice(0, MAX_FACT_LENGTH).toWellFormed()]),
  ),
});
