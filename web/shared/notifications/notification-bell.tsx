import { Bell } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Realm } from '#web/lib/call/realm.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { CountBadge } from '#web/ui/text/count-badge.tsx';
import { useLiveNews } from './live.ts';
import { useNews } from './unread.ts';

type Notifications = (props: { onClose: () => void }) => ReactNode;

/** The list under a bell. Its code, with the words of each kind, is fetched when the bell is first pointed at. */
export const notificationsOf = (load: () => Promise<{ Notifications: Notifications }>) =>
  lazily(load, 'Notifications', <p className="p-6 text-center text-muted">Loading notifications...</p>);

export function NotificationBell({ realm, list: List }: { realm: Realm; list: ReturnType<typeof notificationsOf> }) {
  const { unreadCount } = useNews(realm);
  useLiveNews(realm);
  return (
    <Popover
      label="Notifications"
      className="w-[min(24rem,calc(100vw-1rem))]"
      trigger={(props) => (
        <span className="relative" onPointerEnter={List.preload}>
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
      {(close) => <List onClose={close} />}
    </Popover>
  );
}
