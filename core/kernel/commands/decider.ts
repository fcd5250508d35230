import { DomainError } from '#core/kernel/errors.ts';

/** The commands of an aggregate by their type: what all of them carry, which names their stream, and each one's own input. */
export type Commands<Common, Inputs> = {
  readonly [Type in keyof Inputs & string]: { readonly type: Type } & Readonly<Common> & Readonly<Inputs[Type]>;
};

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

/** A decider that knows the types of its commands. */
export type CommandDecider<State, OwnCommands, Event> = Decider<State, OwnCommands[keyof OwnCommands], Event> & {
  readonly types: readonly (keyof OwnCommands)[];
};

type Handlers<State, OwnCommands, Event> = {
  readonly [Type in keyof OwnCommands]: (command: OwnCommands[Type], state: State) => Event[];
};

/** Decides each command by the function of its type: one without does not compile. */
export function createDecider<State, OwnCommands, Event>({
  commands,
  ...rest
}: Pick<Decider<State, unknown, Event>, 'initialState' | 'evolve'> & {
  readonly commands: Handlers<State, OwnCommands, Event>;
}): CommandDecider<State, OwnCommands, Event> {
  return {
    ...rest,
    types: Object.keys(commands) as (keyof OwnCommands)[],
    decide(command, state) {
      const { type } = command as { readonly type: keyof OwnCommands };
      return commands[type](command as never, state);
    },
  };
}

/** The same for a stream that begins with a command of `first`. Before, the others are refused with `missing` (not_found). */
export function createDocumentDecider<State, OwnCommands, Event, First extends keyof OwnCommands>({
  first,
  missing,
  later,
  evolve,
}: {
  readonly first: Handlers<State | null, Pick<OwnCommands, First>, Event>;
  readonly missing: string;
  readonly later: Handlers<State, Omit<OwnCommands, First>, Event>;
  evolve(state: State | null, event: Event): State | null;
}): CommandDecider<State | null, OwnCommands, Event> {
  const onExisting = (decide: (command: never, state: State) => Event[]) => (command: never, state: State | null) => {
    if (!state) throw new DomainError('not_found', missing);
    return decide(command, state);
  };
  const guarded = Object.entries(later).map(([type, decide]) => [type, onExisting(decide as never)]);
  const commands = { ...first, ...Object.fromEntries(guarded) } as Handlers<State | null, OwnCommands, Event>;
  return createDecider({ initialState: null, commands, evolve });
}

/** Exhaustiveness: a new event type fails to compile until it is handled. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
