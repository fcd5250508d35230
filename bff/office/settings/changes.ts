import { readStoreState } from '#bff/identity/setup/store-state.ts';
import { amongColleagues, hasSecond } from '#bff/kit/approvals/approver.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { conflict, found, invalidField, savedButNotShown } from '#bff/kit/lib/api-error.ts';
import { requireOwn } from '#bff/kit/lib/examples.ts';
import { READ_YOUR_WRITES_TIMEOUT_MS } from '#bff/kit/ports/read-models.ts';
import { invoiceMinute } from '#bff/papers/invoices/dates.ts';
import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { SettingsCommand } from '#core/aggregates/settings/commands.ts';
import type { Section, ValueOf } from '#core/aggregates/settings/sections.ts';
import { DomainError } from '#core/kernel/errors.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { areBuilt } from '#projections/models/audit-places.ts';
import { listAuditEvents } from '#projections/models/audit-trail.ts';
import { sectionOfProposal } from './present.ts';

export type ChangeCall = Pick<Call<never>, 'execute' | 'newId'> & { readonly actor: AdministratorActor };
export type Stated = { readonly why: string; readonly expect_version: number };

const whenOf = async (deps: Pick<BffDeps, 'database' | 'settings' | 'rules' | 'clock'>, section: Section) => ({
  now: deps.clock().toISOString(),
  waitHours: deps.rules().settingsChangeHours,
  isFirstRun: await isFirstRun(deps, section),
});

const FIRST: readonly Section[] = ['seller', 'accounts', 'money'];

/**
 * Whether these are first values that need no wait: of seller and accounts where the log holds no deposit, of money only while the store is
 * set up.
 * @throws DomainError unavailable while an update builds the read models again
 */
async function isFirstRun(
  { database, settings }: Pick<BffDeps, 'database' | 'settings'>,
  section: Section,
): Promise<boolean> {
  if (!FIRST.includes(section) || settings.now().values[section]) return false;
  if (section === 'money' && (await readStoreState(database)).state === 'open') return false;
  if (await areBuilt(database))
    return (await listAuditEvents(database, { type: 'DepositRequested', limit: 1 })).items.length === 0;
  throw new DomainError(
    'unavailable',
    'The log is still being read, so it is not known whether customers have paid before. Nothing was changed: please try again in some minutes.',
  );
}

/** Changes a section, or proposes it where it concerns money. Returns what to say. @throws DomainError; ApiError 422 */
export async function changeSection<Name extends Section>(
  deps: BffDeps,
  call: ChangeCall,
  section: Name,
  value: ValueOf<Name>,
  { why, expect_version: version }: Stated,
): Promise<string> {
  // Whatever was printed once can be recalled.
  if (section !== 'recalls') requireOwn(deps, value, fieldOf);
  const proposalId = call.newId('settings-change');
  requireCurrent(deps, section, version, proposalId);
  const by = call.actor.administratorId;
  const hasOther = await hasSecond(deps, call.actor, 'settings:change');
  return send(deps, call, {
    type: 'ChangeSettings',
    section,
    value,
    why,
    by,
    version,
    shown: shownUnset(deps, section),
    proposalId,
    hasSecond: hasOther,
    ...(await whenOf(deps, section)),
  });
}

const shownUnset = ({ settings }: Pick<BffDeps, 'settings'>, section: Section): ValueOf | undefined => {
  const { versions, values } = settings.now();
  return versions[section] === undefined ? values[section] : undefined;
};

/** Of two owners who change the same at once, the form of the second one loads what the first one saved. The decider checks it again. */
function requireCurrent(
  { settings }: Pick<BffDeps, 'settings'>,
  section: Section,
  version: number,
  proposalId: string,
): void {
  const { versions, history } = settings.now();
  if ((versions[section] ?? 0) === version) return;
  // A repetition of a request whose answer was lost: the ledger knows it.
  if (history.some(({ data }) => 'proposalId' in data && data.proposalId === proposalId)) return;
  throw conflict(
    'changed_elsewhere',
    'Another owner changed these settings in the meantime. Nothing was saved: load the latest, and save again what is still right.',
  );
}

/** A currency is sold once it is known what it is worth. @throws ApiError 422 */
export async function requireRates({ rates }: Pick<BffDeps, 'rates'>, currencies: readonly Currency[]): Promise<void> {
  const known = await rates();
  const unknown = currencies.find((currency) => known[currency] === undefined);
  if (unknown === undefined) return;
  throw invalidField(
    'currencies',
    `Nobody has recorded what ${unknown} is worth. Record it in Ledger, Exchange rates first. Nothing was changed.`,
  );
}

/** A field of the core as the form names it: `accounts.0.isStandard` is `accounts.0.is_standard`. */
const fieldOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Confirms exactly this proposal. @throws DomainError invalid_state; ApiError 404 */
export async function confirmChange(deps: BffDeps, call: ChangeCall, proposalId: string): Promise<string> {
  const section = requireProposal(deps, proposalId);
  const by = await amongColleagues(deps, call.actor, 'settings:change');
  return send(deps, call, { type: 'ConfirmSettings', section, proposalId, by, ...(await whenOf(deps, section)) });
}

/** Withdraws it, also when it is confirmed, until it counts. @throws DomainError invalid_state; ApiError 404 */
export function withdrawChange(deps: BffDeps, call: ChangeCall, proposalId: string): Promise<string> {
  const by = call.actor.administratorId;
  return send(deps, call, { type: 'WithdrawSettings', section: requireProposal(deps, proposalId), proposalId, by });
}

const requireProposal = ({ settings }: Pick<BffDeps, 'settings'>, proposalId: string): Section =>
  found(sectionOfProposal(settings.now(), proposalId), 'There is no such change.');

async function send(deps: BffDeps, call: ChangeCall, command: SettingsCommand): Promise<string> {
  const { events, position } = await call.execute(command);
  if (!(await deps.settings.reached(position, READ_YOUR_WRITES_TIMEOUT_MS))) throw savedButNotShown();
  return messageOf(events);
}

function messageOf(events: readonly RecordedLedgerEvent[]): string {
  const last = events.at(-1);
  switch (last?.type) {
    case 'SettingsChanged':
      return 'Saved. It counts from now on. Every owner gets a mail.';
    case 'SettingsChangeProposed':
      return last.data.dueAt === null
        ? 'Your proposal is saved. Another owner has to confirm it. Every owner gets a mail.'
        : `Your proposal is saved. It counts from ${invoiceMinute(new Date(last.data.dueAt))}, unless it is withdrawn before. Every owner gets a mail.`;
    case 'SettingsChangeConfirmed':
      return `Confirmed. It counts from ${invoiceMinute(new Date(last.data.dueAt))}, unless it is withdrawn before.`;
    case 'SettingsChangeWithdrawn':
      return 'Withdrawn. Nothing was changed.';
    default:
      return 'This was done before. Nothing was changed.';
  }
}
