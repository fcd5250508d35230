/**
 * The functional core of an aggregate, pure and synchronous: time, ids and rates come with the command. `decide`
 * returns the events that follow (none when the command was applied before) or throws a DomainError. `evolve` must
 * accept every event that `decide` can return. It also replays history, so it never refuses.
 */
export type Decider<State, Command, Event> = {
  readonly initialState: State;
  decide(command: Command, state: State): Event[];
  evolve(state: State, event: Event): State;
};

/** Exhaustiveness: a new command or event type fails to compile until it is handled. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
