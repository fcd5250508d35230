import { Ban, KeyRound, LogOut, MailPlus, MoreHorizontal, ScrollText, ShieldOff, UserCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ManagedAdministrator } from '#bff/contract/identity/admin-administrator.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { ConfirmDialog, type Question } from '#web/ui/overlays/confirm-dialog.tsx';
import { Menu, type MenuEntry } from '#web/ui/overlays/menu.tsx';
import { RolesDialog } from './administrator-dialogs.tsx';
import { useAdministratorWrites } from './administrators-api.ts';

/** What can be done with an administrator, each after a question. Nobody can do these to themselves. */
export function AdministratorMenu({ administrator, isOwn }: { administrator: ManagedAdministrator; isOwn: boolean }) {
  const { id, name, email, is_active, open_sessions } = administrator;
  const writes = useAdministratorWrites();
  const [asked, setAsked] = useState<'roles' | Question | null>(null);
  const close = () => setAsked(null);
  const entry = (label: string, icon: ReactNode, what: 'roles' | Question, danger = false): MenuEntry => ({
    label,
    icon,
    danger,
    onSelect: () => setAsked(what),
  });
  const enable = entry('Enable', <UserCheck aria-hidden />, {
    title: 'Enable administrator',
    message: `Once another owner has confirmed it, ${name} can sign in again, with the same password and roles.`,
    confirmLabel: 'Enable',
    danger: false,
    onConfirm: () => writes.enable.mutateAsync({ params: { id } }),
  });
  const sendLink = entry('Send a new link', <MailPlus aria-hidden />, {
    title: 'Send a new link',
    message: `Once another owner has confirmed it, the password of ${name} stops working, all sessions end, and a link for a new password goes to ${email}. It works once, for 24 hours. Who never chose a password gets it at once.`,
    confirmLabel: 'Send link',
    onConfirm: () => writes.sendLink.mutateAsync({ params: { id }, body: {} }),
  });
  const resetFactor = entry('Reset second factor', <ShieldOff aria-hidden />, {
    title: 'Reset password and second factor',
    message: `Once another owner has confirmed it, the password and the second factor of ${name} are removed, all sessions end, and a link for a new password goes to ${email}. Check by another way that it is really this person who asks.`,
    confirmLabel: 'Propose the reset',
    onConfirm: () => writes.sendLink.mutateAsync({ params: { id }, body: { removes_second_factor: true } }),
  });
  const endSessions = entry('End sessions', <LogOut aria-hidden />, {
    title: 'End sessions',
    message: `${name} is signed out everywhere at once, and can sign in again.`,
    confirmLabel: 'End sessions',
    onConfirm: () => writes.endSessions.mutateAsync({ params: { id } }),
  });
  const disable = entry(
    'Disable',
    <Ban aria-hidden />,
    {
      title: 'Disable administrator',
      message: `Another owner has to confirm it. Until then ${name} is signed out and kept out already, unless they are an owner. What they did stays in the books under their name.`,
      confirmLabel: 'Disable',
      onConfirm: () => writes.disable.mutateAsync({ params: { id } }),
    },
    true,
  );
  const trail = { label: 'Audit trail', icon: <ScrollText aria-hidden />, href: `/admin/audit?subject=admin:${id}` };
  const active = [
    entry('Change roles', <KeyRound aria-hidden />, 'roles'),
    sendLink,
    resetFactor,
    trail,
    ...(open_sessions > 0 ? [endSessions] : []),
    disable,
  ];
  return (
    <>
      <Menu
        trigger={(props) => (
          <IconButton
            {...props}
            size="sm"
            label={`Actions for ${name}`}
            tooltip={false}
            icon={<MoreHorizontal aria-hidden />}
          />
        )}
        entries={isOwn ? [trail] : is_active ? active : [trail, enable]}
      />
      {asked === 'roles' && <RolesDialog administrator={administrator} onClose={close} />}
      {asked && asked !== 'roles' && <ConfirmDialog {...asked} onClose={close} />}
    </>
  );
}
