import { BellOff, EllipsisVertical, Mail, Play } from 'lucide-react';
import { useState } from 'react';
import type { CreditRow } from '#bff/contract/money/admin-credit.ts';
import { May } from '#web/admin/shared/permission/may.tsx';
import { useWrite } from '#web/lib/api/use-write.ts';
import { isNonZero } from '#web/lib/words/money.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { Badge } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';

/** When the customer was last reminded, or that reminders are paused. */
export const LastReminder = ({ row }: { row: CreditRow }) => (
  <span className="inline-flex items-center gap-2">
    {row.last_reminder_at === null ? (
      <span className="text-muted">Never</span>
    ) : (
      <DateText value={row.last_reminder_at} />
    )}
    {row.reminders_paused && <Badge tone="none">Paused</Badge>}
  </span>
);

/** Reminds a customer now, after a confirmation; pauses or resumes the automatic reminders. */
export function ReminderMenu({ row }: { row: CreditRow }) {
  const [asks, setAsks] = useState(false);
  const options = { failed: 'Nothing was changed. Please try again.', stale: ['/admin/credit'] } as const;
  const remind = useWrite('POST /admin/credit/:id/remind', options);
  const pause = useWrite('PUT /admin/users/:id/credit-reminders', options);
  const { user, used, reminders_paused: isPaused } = row;
  return (
    <May permission="customers:decide">
      <Menu
        trigger={(props) => (
          <IconButton {...props} label={`Reminders of ${user.name}`} icon={<EllipsisVertical aria-hidden />} />
        )}
        entries={[
          ...(isNonZero(used)
            ? [{ label: 'Send a reminder', icon: <Mail aria-hidden />, onSelect: () => setAsks(true) }]
            : []),
          {
            label: isPaused ? 'Let reminders go on' : 'Pause reminders',
            icon: isPaused ? <Play aria-hidden /> : <BellOff aria-hidden />,
            onSelect: () => pause.mutate({ params: { id: user.id }, body: { paused: !isPaused } }),
          },
        ]}
      />
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title="Send a reminder"
        message={`${user.name} (${user.email}) gets a mail that says that ${used.formatted} of the credit are used, and a notification in the store.`}
        confirmLabel="Send reminder"
        danger={false}
        onConfirm={() => remind.mutateAsync({ params: { id: row.id } })}
      />
    </May>
  );
}
