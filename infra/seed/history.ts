import { stepsOf } from './action-steps.ts';
import { playAt } from './history-clock.ts';
import type { HistoryDeps, Step } from './history-step.ts';
import type { PlannedAction } from './planned.ts';

const WINDOW_MS = 3_600_000;
const PARALLEL_CUSTOMERS = 32;

/**
 * Sends every planned action as commands, in the order of time. Actions of different customers within one hour may run side by side.
 * Deterministic command ids make a repeated or interrupted seeding end in the same ledger.
 */
export async function playHistory(
  actions: readonly PlannedAction[],
  deps: HistoryDeps,
  onProgress: (done: number) => void,
): Promise<void> {
  const steps = actions.flatMap((action) => stepsOf(action, deps)).sort((a, b) => a.at.getTime() - b.at.getTime());
  let done = 0;
  for (let start = 0; start < steps.length; ) {
    const windowEnd = (steps[start]?.at.getTime() ?? 0) + WINDOW_MS;
    const lanes = new Map<string, Step[]>();
    let index = start;
    for (let step = steps[index]; step && step.at.getTime() < windowEnd && lanes.size < PARALLEL_CUSTOMERS; ) {
      lanes.set(step.customerId, [...(lanes.get(step.customerId) ?? []), step]);
      index += 1;
      step = steps[index];
    }
    await Promise.all(
      [...lanes.values()].map(async (lane) => {
        for (const step of lane) {
          await playAt(step.at, step.run);
          done += 1;
        }
      }),
    );
    onProgress(done / steps.length);
    start = index;
  }
}
