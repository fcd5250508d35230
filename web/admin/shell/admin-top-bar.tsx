import { Menu as MenuIcon, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { isTyping } from '#web/lib/browser/typing.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { NotificationBell, notificationsOf } from '#web/shared/notifications/notification-bell.tsx';
import { LogoMark } from '#web/shared/shell/logo.tsx';
import { ThemeSwitch } from '#web/shared/shell/theme-switch.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';

const AdminSideMenu = lazily(() => import('./admin-side-menu.tsx'), 'AdminSideMenu');
const Notifications = notificationsOf(() => import('./notifications.tsx'));
const AdminPalette = lazily(() => import('./admin-palette.tsx'), 'AdminPalette');

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.platform);

export function AdminTopBar() {
  const [menuOpen, setMenuOpen] = useState(false);
  /** What the palette begins with; null while it is closed. */
  const [palette, setPalette] = useState<string | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isJump = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey);
      if (!isJump && (event.key !== '?' || isTyping(event.target))) return;
      event.preventDefault();
      setPalette((now) => (now === null ? (isJump ? '' : '?') : null));
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <header className="sticky top-0 z-20 low:static border-b bg-surface/90 backdrop-blur-md">
      <div className="page-column flex h-16 items-center gap-2">
        <IconButton
          label="Open menu"
          tooltip={false}
          icon={<MenuIcon className="size-5!" aria-hidden />}
          className="-ml-2 lg:hidden"
          aria-haspopup="dialog"
          onClick={() => setMenuOpen(true)}
        />
        <Link href="/admin/dashboard" aria-label="Dashboard" className="rounded-md lg:hidden">
          <LogoMark />
        </Link>
        <button
          type="button"
          onClick={() => setPalette('')}
          aria-haspopup="dialog"
          aria-keyshortcuts={IS_APPLE ? 'Meta+K' : 'Control+K'}
          className="ml-auto flex h-9 items-center gap-2 rounded-md border border-line-strong bg-surface px-3 text-sm text-muted shadow-xs transition-colors hover:bg-hover lg:ml-0 lg:w-72"
        >
          <Search className="size-4" aria-hidden />
          <span className="max-sm:sr-only">Search or jump to...</span>
          <span aria-hidden="true" className="ml-auto text-xs max-lg:hidden">
            {IS_APPLE ? '⌘K' : 'Ctrl K'}
          </span>
        </button>
        <div className="flex items-center gap-1 lg:ml-auto">
          <ThemeSwitch />
          <NotificationBell realm="admin" list={Notifications} />
        </div>
      </div>
      {menuOpen && <AdminSideMenu onClose={() => setMenuOpen(false)} />}
      {palette !== null && <AdminPalette begin={palette} onClose={() => setPalette(null)} />}
    </header>
  );
}
