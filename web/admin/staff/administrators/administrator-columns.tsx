import { ROLE_TEXTS } from '#bff/contract/base/roles.ts';
import type { ManagedAdministrator } from '#bff/contract/identity/admin-administrator.ts';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { Avatar } from '#web/ui/text/avatar.tsx';
import { Badge, StateBadge } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { AdministratorMenu } from './administrator-menu.tsx';

export const administratorColumns = (ownId: string | undefined): readonly TableColumn<ManagedAdministrator>[] => [
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
  column.actions('Actions', (row) => <AdministratorMenu administrator={row} isOwn={row.id === ownId} />),
];

function stateOf({ is_active, link_expires_at }: ManagedAdministrator) {
  if (!is_active) return { tone: 'bad', label: 'Disabled' } as const;
  if (link_expires_at === null) return { tone: 'ok', label: 'Active' } as const;
  return { tone: 'warn', label: new Date(link_expires_at) < new Date() ? 'Link expired' : 'Link sent' } as const;
}
