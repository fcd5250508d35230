import { Link } from 'wouter';
import type { Notification } from '#bff/contract/people/notification.ts';
import { useInfiniteScroll } from '#web/lib/browser/use-infinite-scroll.ts';
import type { Realm } from '#web/lib/call/realm.ts';
import { useToastOnError } from '#web/lib/toast/toast-error.ts';
import { cx } from '#web/lib/words/cx.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { useNews } from './unread.ts';
import { useMarkRead, useNotifications } from './use-notifications.ts';

/** The words of a notification, and its link (none without `href`). */
export type DescribedNotification = { title: string; message: string; amount?: string | undefined; href?: string };
export type DescribeNotification = (notification: Notification) => DescribedNotification;

const SCROLL_MARGIN_PIXELS = 50;

type PanelProps = { realm: Realm; describe: DescribeNotification; onClose: () => void };

export function NotificationPanel({ realm, describe, onClose }: PanelProps) {
  const { query, items } = useNotifications(realm);
  const { unreadCount } = useNews(realm);
  const { one, all } = useMarkRead(realm);
  const sentinel = useInfiniteScroll(() => void query.fetchNextPage(), {
    enabled: query.hasNextPage && !query.isFetchingNextPage,
    marginPixels: SCROLL_MARGIN_PIXELS,
  });

  const open = (notification: Notification) => {
    if (notification.read_at === null) one.mutate({ params: { id: notification.id }, body: { read: true } });
    if (describe(notification).href) onClose();
  };
  useToastOnError(items ? null : query.error, 'Failed to fetch notifications');
  return (
    <div>
      <div className="flex h-12 items-center justify-between gap-4 border-b px-4">
        <h2 className="text-base font-semibold">Notifications</h2>
        {unreadCount > 0 && (
          <button
            type="button"
            onClick={() => all.mutate({ body: { read: true } })}
            className="rounded-sm text-sm font-medium text-accent-ink hover:underline"
          >
            Mark all as read
          </button>
        )}
      </div>
      <div data-scroll-root className="max-h-[300px] overflow-y-auto md:max-h-[400px]">
        {query.isPending && <p className="p-6 text-center text-muted">Loading notifications...</p>}
        {query.error && !items && <LoadError of={query} failed="Failed to fetch notifications" />}
        {items?.length === 0 && <p className="p-10 text-center text-muted">No notifications</p>}
        {items && items.length > 0 && (
          <>
            <ul className="divide-y">
              {items.map((item) => (
                <Item key={item.id} item={item} describe={describe} onOpen={open} />
              ))}
            </ul>
            <p className="px-4 py-3 text-center text-xs text-muted">
              {query.isFetchingNextPage ? 'Loading more...' : query.hasNextPage ? '\u00a0' : 'No more items to load'}
            </p>
            {/* The end of the list itself, from which the margin is measured. */}
            <div ref={sentinel} />
          </>
        )}
      </div>
    </div>
  );
}

type ItemProps = {
  item: Notification;
  describe: DescribeNotification;
  onOpen: (notification: Notification) => void;
};

function Item({ item, describe, onOpen }: ItemProps) {
  const { title, message, amount, href } = describe(item);
  const isUnread = item.read_at === null;
  const press = {
    onClick: () => onOpen(item),
    className: cx(
      'flex w-full gap-3 px-4 py-3 text-left -outline-offset-2 transition-colors hover:bg-hover',
      isUnread && 'bg-accent-soft/60',
    ),
  };
  const content = (
    <>
      <span className={cx('mt-1.5 size-2 shrink-0 rounded-full', isUnread ? 'bg-accent' : 'bg-transparent')} />
      <span className="min-w-0 grow">
        <span className="flex items-baseline justify-between gap-3">
          <span className="font-medium">
            {title}
            {isUnread && <span className="sr-only"> (unread)</span>}
          </span>
          <DateText value={item.created_at} format="relative" className="shrink-0 text-xs text-muted" />
        </span>
        <span className="mt-0.5 block text-muted">{message}</span>
        {amount && <span className="tabular mt-0.5 block font-medium">{amount}</span>}
      </span>
    </>
  );
  return (
    <li>
      {href ? (
        <Link href={href} {...press}>
          {content}
        </Link>
      ) : (
        <button type="button" {...press}>
          {content}
        </button>
      )}
    </li>
  );
}
