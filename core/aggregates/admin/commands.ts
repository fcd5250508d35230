import type { AdminAction } from './events.ts';

export type AdminCommand = {
  readonly type: 'RecordAdministratorAction';
  readonly administratorId: string;
  readonly action: AdminAction;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly facts: Readonly<Record<string, string>>;
};
