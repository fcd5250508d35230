import { Ban, KeyRound, LogOut, MailPlus, MoreHorizontal, ScrollText, ShieldOff, UserCheck } from 'lucide-react';
import type { ManagedAdministrator } from '#bff/contract/admin-administrator.ts';
import { ROLE_TEXTS } from '#bff/contract/roles.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge, StateBadge } from '#web/ui/badge.tsx';
import { column } from '#web/ui/columns.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, type MenuEntry } from '#web/ui/menu.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';

export type Step = 'roles' | 'end-sessions' | 'send-link' | 'reset-factor' | 'disable' | 'enable';
type Act = (step: Step, administrator: ManagedAdministrator) => void;

/** The columns of the administrators; `act` starts an action of a row's menu. Nobody can do these to themselves. */
export const administratorColumns = (
  ownId: string | undefined,
  act: Act,
): readonly TableColumn<ManagedAdministrator>[] => [
  column.text(
    'Administrator',
    ({ id, name, email }) => (
      <span className="flex min-w-0 items-center gap-3">
        <Avatar name={name} />
        <span className="min-w-0 md:max-w-60">
          <span className="block truncate font-medium" title={name}>
            {name} {id === ownId && <span className="font-normal text-muted">(you)</span>}
          </span>
          <span className="block truncate text-xs font-normal text-muted" title={email}>
            {email}
          </span>
        </span>
      </span>
    ),
    { id: 'name', card: 'title' },
  ),
  column.text('Roles', ({ roles }) => (
    <span className="flex flex-wrap gap-1.5 max-md:justify-end">
      {roles.map((role) => (
        <Badge key={role} tone={role === 'owner' ? 'accent' : 'none'}>
          {ROLE_TEXTS[role].label}
        </Badge>
      ))}
    </span>
  )),
  column.text('State', (row) => <StateBadge of={stateOf(row)} />),
  column.text(
    'Last sign-in',
    ({ last_sign_in_at }) =>
      last_sign_in_at ? (
        <DateText value={last_sign_in_at} format="datetime" />
      ) : (
        <span className="text-muted">Never</span>
      ),
    { id: 'last_sign_in' },
  ),
  column.text('Open sessions', ({ open_sessions }) => open_sessions, { id: 'sessions', align: 'right' }),
  column.text(
    'Actions',
    (row) => (
      <Menu
        trigger={(props) => (
          <IconButton
            {...props}
            size="sm"
            label={`Actions for ${row.name}`}
            tooltip={false}
            icon={<MoreHorizontal aria-hidden />}
          />
        )}
        entries={entriesOf(row, row.id === ownId, act)}
      />
    ),
    { align: 'right', card: 'actions' },
  ),
];

function stateOf({ is_active, link_expires_at }: ManagedAdministrator) {
  if (!is_active) return { tone: 'bad', label: 'Disabled' } as const;
  if (link_expires_at === null) return { tone: 'ok', label: 'Active' } as const;
  return { tone: 'warn', label: new Date(link_expires_at) < new Date() ? 'Link expired' : 'Link sent' } as const;
}

function entriesOf(administrator: ManagedAdministrator, isOwn: boolean, act: Act): MenuEntry[] {
  const { id, is_active, open_sessions } = administrator;
  const entry = (step: Step, label: string, icon: React.ReactNode, danger = false): MenuEntry => ({
    ...{ label, icon, danger },
    onSelect: () => act(step, administrator),
  });
  const trail: MenuEntry = {
    label: 'Audit trail',
    icon: <ScrollText aria-hidden />,
    href: `/admin/audit?subject=admin:${id}`,
  };
  if (isOwn) return [trail];
  if (!is_active) return [trail, entry('enable', 'Enable', <UserCheck aria-hidden />)];
  return [
    entry('roles', 'Change roles', <KeyRound aria-hidden />),
    entry('send-link', 'Send a new link', <MailPlus aria-hidden />),
    entry('reset-factor', 'Reset second factor', <ShieldOff aria-hidden />),
    trail,
    ...(open_sessions > 0 ? [entry('end-sessions', 'End sessions', <LogOut aria-hidden />)] : []),
    entry('disable', 'Disable', <Ban aria-hidden />, true),
  ];
}
