import { isDomainError } from '#core/kernel/errors.ts';
import type { Ledger } from '#core/ledger/ledger.ts';
import type { History, HistoryPlan } from './plan.ts';
import { seedId } from './random.ts';
import type { Scene, Step } from './step.ts';
import { stepsOf } from './steps.ts';

/** Enough concurrent histories that the ledger always has something to append. */
const SIDE_BY_SIDE = 96;
/** Actions whose events are written together, in the order of time: all of the demonstration. More do not fit into memory. */
const MAX_TOGETHER = 20_000;

export type Stage = Scene & {
  /** It holds back what it appends until `flush` writes it in the order of time. */
  readonly held: { readonly ledger: Ledger; flush(): Promise<void> };
  /** It appends at once, in whatever order. */
  readonly ledger: Ledger;
  /** Before a history's first step. True when an interrupted seeding has played a part of it. */
  enter(history: History): Promise<boolean>;
  /** After each step. @param share of the whole plan */
  onStep(share: number): void;
  /** This many histories, from the first on, are done. */
  onDone(histories: number): Promise<void>;
};

/**
 * Sends the commands of each history in the order of time, several histories at once, and writes what they append in the order of time, too: the
 * log is that of one shop, so invoices are numbered by their days. No history takes what another one could have, so the result does not depend on
 * their speed. Because commands have names, an interrupted seeding has the same result, too.
 * @param done number of histories that were played to their end before
 */
export async function playHistories(plan: HistoryPlan, done: number, stage: Stage): Promise<void> {
  let index = 0;
  for (const group of groupsOf(plan.histories())) {
    const coming = group.filter((_history, place) => index + place >= done);
    for (const { actions } of group.slice(0, group.length - coming.length)) stage.onStep(actions.length / plan.actions);
    index += group.length;
    if (coming.length === 0) continue;
    await playTogether(coming, plan, stage);
    await stage.onDone(index);
  }
}

/** Histories, one after the other, of so many actions together. */
function* groupsOf(histories: Iterable<History>): Generator<History[]> {
  let group: History[] = [];
  let actions = 0;
  for (const history of histories) {
    group.push(history);
    actions += history.actions.length;
    if (actions < MAX_TOGETHER) continue;
    yield group;
    group = [];
    actions = 0;
  }
  if (group.length > 0) yield group;
}

async function playTogether(histories: readonly History[], plan: HistoryPlan, stage: Stage): Promise<void> {
  const onStep = (share: number) => stage.onStep(share / plan.actions);
  await sideBySide(histories, async (history) => {
    const mayBeRepeated = await stage.enter(history);
    await playHistory(history, stage, { ledger: stage.held.ledger, mayBeRepeated, onStep });
  });
  try {
    await stage.held.flush();
  } catch (error) {
    if (!isDomainError(error, 'conflict')) throw error;
    // A running store has done a step that follows, from what was written first. Nothing is lost: each command is sent again.
    await sideBySide(histories, (history) =>
      playHistory(history, stage, { ledger: stage.ledger, mayBeRepeated: true, onStep: () => undefined }),
    );
  }
}

async function sideBySide(histories: readonly History[], play: (history: History) => Promise<void>): Promise<void> {
  const coming = histories.values();
  const playNext = async () => {
    for (const history of coming) await play(history);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, playNext));
}

type Playing = {
  readonly ledger: Ledger;
  readonly mayBeRepeated: boolean;
  /** @param share actions that the step stands for */
  onStep(share: number): void;
};

async function playHistory(history: History, scene: Scene, { ledger, mayBeRepeated, onStep }: Playing): Promise<void> {
  const steps = history.actions.flatMap((action) => stepsOf(action, scene));
  for (const step of steps.sort((left, right) => left.at.getTime() - right.at.getTime())) {
    await send(step, ledger, mayBeRepeated);
    onStep(history.actions.length / steps.length);
  }
}

async function send({ at, name, by, command, isOptional }: Step, ledger: Ledger, mayBeRepeated: boolean) {
  const commandId = seedId(`command:${name}`);
  try {
    await ledger.execute(await command(), {
      commandId,
      correlationId: commandId,
      actor: by,
      time: at.toISOString(),
      mayBeRepeated,
    });
  } catch (error) {
    if (!isOptional || !isDomainError(error, 'invalid_state')) throw error;
  }
}
