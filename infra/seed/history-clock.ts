import { AsyncLocalStorage } from 'node:async_hooks';

const playedTime = new AsyncLocalStorage<Date>();

/** The ledger's clock while history is made: the time of the action that is being played. */
export const historyClock = (): Date => playedTime.getStore() ?? new Date();

/** Runs `work` at that time of `historyClock`. */
export const playAt = <T>(at: Date, work: () => Promise<T>): Promise<T> => playedTime.run(at, work);
