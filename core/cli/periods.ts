import type { Command } from 'commander';
import type { EventStore } from '../kernel/event-store.ts';
import { ledgerCodec } from '../ledger-codec.ts';
import { PERIODS_ID } from '../period/events.ts';
import { withFormats } from './options.ts';
import type { Output } from './output.ts';
import { createRowWriter, type Format, timeFor } from './table.ts';
import type { WithStore } from './with-store.ts';

/** `periods`: the months for which the books were closed. They are closed on the screens, by somebody with a name. */
export function addPeriods(program: Command, { withStore, output }: { withStore: WithStore; output: Output }): void {
  const periods = program.command('periods').description('when months were closed and reopened, and by whom');
  withFormats(periods).action(({ format }: { format: Format }) =>
    withStore((store) => listPeriods(store, output, format)),
  );
}

async function listPeriods(store: EventStore, output: Output, format: Format): Promise<void> {
  const writer = await createRowWriter(output, format, [
    { name: 'Time', width: 20 },
    { name: 'Month', width: 7 },
    { name: 'Step', width: 8 },
    { name: 'By', width: 36 },
    { name: 'Reason', width: 40 },
  ]);
  let steps = 0;
  for await (const stored of store.readStream(`period-${PERIODS_ID}`)) {
    const { type, data, metadata } = ledgerCodec.decode(stored);
    if (type !== 'PeriodClosed' && type !== 'PeriodReopened') continue;
    steps += 1;
    await writer.row([
      timeFor(format)(metadata.time),
      data.month,
      type === 'PeriodClosed' ? 'closed' : 'reopened',
      `${metadata.actor.kind} ${metadata.actor.id}`,
      type === 'PeriodReopened' ? data.reason : '',
    ]);
  }
  await writer.end();
  if (steps === 0) output.note('No month was closed yet.');
}
