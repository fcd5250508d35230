import { AWAITS_SECOND } from '#core/aggregates/states.ts';

/** The rows that a queue's filter selects: a status, or requests that wait for a second administrator. */
export const queueOf = <Status extends string>(wanted: Status | typeof AWAITS_SECOND | undefined) =>
  wanted === AWAITS_SECOND
    ? { awaitsSecond: true }
    : { status: wanted as Exclude<Status, typeof AWAITS_SECOND> | undefined };
