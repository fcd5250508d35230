import { isDomainError } from '#core/kernel/errors.ts';
import type { Ledger } from '#core/ledger.ts';
import type { History, HistoryPlan } from './plan.ts';
import { seedId } from './random.ts';
import type { Scene, Step } from './step.ts';
import { stepsOf } from './steps.ts';

/** Enough concurrent histories that the ledger always has something to append. */
const SIDE_BY_SIDE = 96;

export type Stage = Scene & {
  readonly ledger: Ledger;
  /** Before a history's first step. True when an interrupted seeding has played a part of it. */
  enter(history: History): Promise<boolean>;
  /** After each step. @param share of the whole plan */
  onStep(share: number): void;
  /** This many histories, from the first on, are done. */
  onDone(histories: number): Promise<void>;
};

/**
 * Sends the commands of each history in the order of time, several histories at once. No history takes what another one
 * could have, so the result does not depend on their speed. Because commands have names, an interrupted seeding has the
 * same result, too.
 * @param done number of histories that were played to their end before
 */
export async function playHistories(plan: HistoryPlan, done: number, stage: Stage): Promise<void> {
  const coming = plan.histories()[Symbol.iterator]();
  const open = new Set<number>();
  let taken = 0;
  const takeNext = () => {
    const { value } = coming.next();
    return value && { history: value as History, index: taken++ };
  };
  const play = async () => {
    for (let next = takeNext(); next; next = takeNext()) {
      const { history, index } = next;
      const { length } = history.actions;
      if (index < done) {
        stage.onStep(length / plan.actions);
        continue;
      }
      open.add(index);
      await playHistory(history, stage, length / plan.actions);
      open.delete(index);
      await stage.onDone(Math.min(taken, ...open));
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, play));
}

async function playHistory(history: History, stage: Stage, share: number): Promise<void> {
  const mayBeRepeated = await stage.enter(history);
  const steps = history.actions.flatMap((action) => stepsOf(action, stage));
  for (const step of steps.sort((left, right) => left.at.getTime() - right.at.getTime())) {
    await send(step, stage.ledger, mayBeRepeated);
    stage.onStep(share / steps.length);
  }
}

async function send({ at, name, by, command, isOptional }: Step, ledger: Ledger, mayBeRepeated: boolean) {
  const commandId = seedId(`command:${name}`);
  try {
    await ledger.execute(await command(), {
      ...{ commandId, correlationId: commandId, actor: by },
      ...{ time: at.toISOString(), mayBeRepeated },
    });
  } catch (error) {
    if (!isOptional || !isDomainError(error, 'invalid_state')) throw error;
  }
}
