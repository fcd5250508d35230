import { Bell } from 'lucide-react';
import { lazily } from '#web/lib/lazily.tsx';
import { CountBadge } from '#web/ui/count-badge.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Popover } from '#web/ui/popover.tsx';
import type { Realm } from '../realm.ts';
import { useLiveNews } from './live.ts';
import type { DescribeNotification } from './notification-panel.tsx';
import { useNews } from './unread.ts';

const NotificationPanel = lazily(
  () => import('./notification-panel.tsx'),
  'NotificationPanel',
  <p className="p-6 text-center text-muted">Loading notifications...</p>,
);

/** The bell of the top bar, with its count and dropdown. */
export function NotificationBell({ realm, describe }: { realm: Realm; describe: DescribeNotification }) {
  const { unreadCount } = useNews(realm);
  useLiveNews(realm);
  return (
    <Popover
      label="Notifications"
      className="w-[min(24rem,calc(100vw-1rem))]"
      trigger={(props) => (
        <span className="relative" onPointerEnter={NotificationPanel.preload}>
          <IconButton
            {...props}
            label={unreadCount > 0 ? `Notifications, ${unreadCount} unread` : 'Notifications'}
            tooltip={false}
            icon={<Bell className="size-5!" aria-hidden />}
          />
          <CountBadge count={unreadCount} />
        </span>
      )}
    >
      {(close) => <NotificationPanel realm={realm} describe={describe} onClose={close} />}
    </Popover>
  );
}
