import { AWAITS_SECOND } from '#core/states.ts';

/** What a queue is narrowed to by its filter: a status, or what waits for a second administrator. */
export const queueOf = <Status extends string>(wanted: Status | typeof AWAITS_SECOND | undefined) =>
  wanted === AWAITS_SECOND
    ? { awaitsSecond: true }
    : { status: wanted as Exclude<Status, typeof AWAITS_SECOND> | undefined };
