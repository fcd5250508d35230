import type { Commands } from '#core/kernel/commands/decider.ts';
import type { AdminAction } from './events.ts';

type Inputs = {
  RecordAdministratorAction: {
    action: AdminAction;
    subject: { readonly kind: string; readonly id: string };
    facts: Readonly<Record<string, string>>;
  };
};
export type AdminCommands = Commands<{ administratorId: string }, Inputs>;
export type AdminCommand = AdminCommands[keyof AdminCommands];
