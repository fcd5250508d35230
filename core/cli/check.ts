import { type Audit, type AuditOptions, audit } from '#core/finance/checks/audit.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { CliError, EXIT, type Output } from './output.ts';
import { replayStored } from './replay.ts';

/** At most this many problems are listed; the count is always complete. */
const MAX_PROBLEMS_SHOWN = 50;

type CheckOptions = Omit<AuditOptions, 'replay'> & { readonly json?: boolean };

/** Prints what an audit of the whole log finds. @throws CliError when something is wrong */
export async function check(
  store: EventStore,
  output: Output,
  { json = false, ...options }: CheckOptions,
): Promise<void> {
  const found = await audit(store, {
    ...options,
    replay: (snapshots) => replayStored({ store, output }, snapshots),
  });
  const { problems, events } = found;
  if (json) await output.line(JSON.stringify({ isSound: problems.length === 0, ...found }));
  else await print(output, found, options.graceSeconds);
  if (problems.length > 0) throw new CliError(`${problems.length} problems in ${events} events.`, EXIT.notSound);
}

async function print(output: Output, audit: Audit, graceSeconds: number): Promise<void> {
  const { events, streams, wallets, problems, inProgress, waitingForStock: waiting } = audit;
  if (problems.length > 0) {
    for (const problem of problems.slice(0, MAX_PROBLEMS_SHOWN)) await output.line(`✗ ${problem}`);
    if (problems.length > MAX_PROBLEMS_SHOWN) await output.line(`… and ${problems.length - MAX_PROBLEMS_SHOWN} more`);
    return;
  }
  await output.line(`✓ ${events} events in ${streams} streams: every hash fits`);
  if (audit.provesWriters) await output.line('✓ a part of the store wrote each of them');
  else await output.line('· who wrote them was not looked at: EVENT_MAC_KEYS is not set here');
  await output.line('✓ postings sum to zero in every currency');
  await output.line(`✓ ${wallets} wallets agree with the books, and none was ever below its limit`);
  await output.line('✓ every reference was applied once');
  if (inProgress > 0) await output.line(`· ${inProgress} steps of the last ${graceSeconds} seconds are under way`);
  else await output.line('✓ every process is finished, payouts are settled');
  if (audit.issued > 0)
    await output.line(`✓ ${audit.issued} invoices have the numbers that the log gives them, without a gap`);
  else if (audit.invoices > 0)
    await output.line('· what was issued of the invoices was not looked at: nothing of it is here');
  if (audit.followers.length > 0) await output.line(`✓ ${audit.followers.join(', ')}: what was followed is this log`);
  else await output.line('· whether it is the log that was followed was not looked at: nothing of it is here');
  if (audit.shelves === 'right') await output.line('✓ every shelf says what a count of its codes says');
  else await output.line('· the shelves were not looked at: Postgres does not answer here');
  if (waiting > 0) await output.line(`· ${waiting} paid ${waiting === 1 ? 'order waits' : 'orders wait'} for stock`);
}
