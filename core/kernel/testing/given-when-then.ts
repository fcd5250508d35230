import assert from 'node:assert/strict';
import type { Decider } from '#core/kernel/commands/decider.ts';
import { type DomainErrorCode, isDomainError } from '#core/kernel/errors.ts';

type EventLike = { readonly type: string; readonly data: unknown };

export type When<Event> = {
  /** Exactly these events follow. */
  thenEvents(...expected: Event[]): void;
  /** Nothing follows: the command was applied before, or changes nothing. */
  thenNothing(): void;
  /** The command is refused with this code; the message matches `about`. */
  thenRefused(code: DomainErrorCode, about?: RegExp): void;
  /** For properties that a literal list of events would hide. */
  events(): Event[];
};

/** `given(...history).when(command).thenEvents(...events)`: a decider's rule that reads like a sentence. */
export function specificationOf<State, Command, Event extends EventLike>(decider: Decider<State, Command, Event>) {
  return {
    given(...history: Event[]) {
      const state = history.reduce((before, event) => decider.evolve(before, event), decider.initialState);
      return {
        when(command: Command): When<Event> {
          const decide = () => decider.decide(command, state);
          return {
            thenEvents: (...expected) => assert.deepEqual(decide(), expected),
            thenNothing: () => assert.deepEqual(decide(), []),
            thenRefused: (code, about) =>
              assert.throws(decide, (error) => {
                assert.ok(isDomainError(error), `expected a refusal, got ${error}`);
                assert.equal(error.code, code, error.message);
                if (about) assert.match(error.message, about);
                return true;
              }),
            events: decide,
          };
        },
        /** The state that the history leads to. */
        state: () => state,
      };
    },
  };
}
