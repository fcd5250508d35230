import { createDecider } from '#core/kernel/commands/decider.ts';
import { DomainError } from '#core/kernel/errors.ts';
import type { AdminCommands } from './commands.ts';
import type { AdminEvent } from './events.ts';

export const MAX_FACTS = 20;

/** A journal: every action is recorded by itself, and no rule depends on earlier ones. */
export const adminDecider = createDecider<null, AdminCommands, AdminEvent>({
  initialState: null,
  commands: {
    RecordAdministratorAction({ action, subject, facts }) {
      if (Object.keys(facts).length > MAX_FACTS) {
        throw new DomainError('invalid_value', `An action is recorded with ${MAX_FACTS} facts at most.`);
      }
      return [{ type: 'AdministratorActed', data: { action, subject: { ...subject }, facts: { ...facts } } }];
    },
  },
  evolve: () => null,
});
