/** The doors at which work is timed, from a request to what follows from it. */
type Door = 'command' | 'append' | 'project' | 'react' | 'job' | 'mail';

/**
 * Times a piece of work. `kind` is the name of a command, a stream's category or a job, never an id or text of a person. `causes` are the
 * correlation ids of what it follows from, where that may be over; without any it is part of the work around it.
 */
export type Watch = <Result>(
  door: Door,
  kind: string,
  work: () => Promise<Result>,
  causes?: readonly string[],
) => Promise<Result>;

const watches: Watch[] = [];
let causeOf: () => string | undefined = () => undefined;

/** From now on work at the doors is timed by this, too. `cause` tells what the work at this moment follows from. */
export function watchWork(watch: Watch, cause?: () => string | undefined): void {
  watches.push(watch);
  if (cause) causeOf = cause;
}

/** Work at a door. Where nobody watches, it is the work alone. */
export const timed: Watch = (door, kind, work, causes) =>
  watches.reduce<typeof work>((inner, watch) => () => watch(door, kind, inner, causes), work)();

/** For work that another process does later; undefined where nothing is traced. */
export const currentCause = (): string | undefined => causeOf();
