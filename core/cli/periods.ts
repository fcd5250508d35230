import type { Command } from 'commander';
import { PERIODS_ID } from '#core/aggregates/period/events.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { withFormats } from './options.ts';
import { type Log, replayStream } from './replay.ts';
import { type Format, timeFor, writeRows } from './table.ts';
import type { Workplace } from './workplace.ts';

/** `periods`: the months for which the books were closed. They are closed on the screens, by somebody with a name. */
export function addPeriods(program: Command, { withStore, output }: Workplace): void {
  const periods = program.command('periods').description('when months were closed and reopened, and by whom');
  withFormats(periods).action(({ format }: { format: Format }) =>
    withStore((store) => listPeriods({ store, output }, format)),
  );
}

async function listPeriods(log: Log, format: Format): Promise<void> {
  const steps = await writeRows({ ...log, format }, stepsIn(log.store), [
    { name: 'Time', width: 20, of: ({ metadata }) => timeFor(format)(metadata.time) },
    { name: 'Month', width: 7, of: ({ data }) => data.month },
    { name: 'Step', width: 8, of: ({ type }) => (type === 'PeriodClosed' ? 'closed' : 'reopened') },
    { name: 'By', width: 36, of: ({ metadata: { actor } }) => `${actor.kind} ${actor.id}` },
    { name: 'Reason', width: 40, of: ({ type, data }) => (type === 'PeriodReopened' ? data.reason : '') },
  ]);
  if (steps === 0) log.output.note('No month was closed yet.');
}

async function* stepsIn(store: EventStore) {
  for await (const event of replayStream(store, `period-${PERIODS_ID}`)) {
    if (event.type === 'PeriodClosed' || event.type === 'PeriodReopened') yield event;
  }
}
