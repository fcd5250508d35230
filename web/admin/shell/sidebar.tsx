import { LogOut } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { signOut } from '#web/lib/session/session.ts';
import { cx } from '#web/lib/words/cx.ts';
import { Logo } from '#web/shared/shell/logo.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Avatar } from '#web/ui/text/avatar.tsx';
import { isAt, useAdminPlaces } from './navigation.tsx';

/** The fixed sidebar of wide screens. */
export function Sidebar() {
  return (
    <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col border-r bg-surface lg:flex">
      <Link href="/admin/dashboard" className="mx-3 flex h-16 items-center rounded-md px-2">
        <Logo suffix="Admin" />
      </Link>
      <SidebarNavigation />
      <SidebarAccount />
    </aside>
  );
}

/** The places, also used by the menu of small screens. */
export function SidebarNavigation({ onNavigate }: { onNavigate?: () => void }) {
  const [path] = useLocation();
  return (
    <nav aria-label="Back office" className="min-h-0 grow overflow-y-auto px-3 py-2">
      {useAdminPlaces().map((group) => (
        <div key={group.heading ?? 'top'} className="mb-4">
          {group.heading && <p className="mb-1 px-2.5 text-xs font-medium text-muted">{group.heading}</p>}
          <ul className="space-y-0.5">
            {group.places.map((place) => {
              const { label, href, icon: Icon, count: Count } = place;
              const active = isAt(place, path);
              return (
                <li key={href}>
                  <Link
                    href={href}
                    onClick={onNavigate}
                    ref={active ? showWhole : undefined}
                    aria-current={active ? 'page' : undefined}
                    className={cx(
                      'flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium transition-colors',
                      active ? 'bg-accent-soft text-accent-ink' : 'text-muted hover:bg-hover hover:text-ink',
                    )}
                  >
                    <Icon className="size-4 shrink-0" aria-hidden />
                    {label}
                    {Count && <Count />}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}

const MARGIN_PX = 12;

/** On a low screen the list scrolls, and the current place must stay visible. After `scrollIntoView` Tab would begin here, behind the skip link. */
function showWhole(link: HTMLElement | null): void {
  const list = link?.closest('nav');
  if (!link || !list) return;
  const [place, shown] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  const above = place.top - MARGIN_PX - shown.top;
  const below = place.bottom + MARGIN_PX - shown.bottom;
  list.scrollTop += above < 0 ? above : Math.max(0, below);
}

export function SidebarAccount({ onNavigate }: { onNavigate?: () => void }) {
  const { administrator } = useAdministrator();
  return (
    <div className="flex items-center gap-2.5 border-t px-4 py-3">
      <Link
        href="/admin/security"
        onClick={onNavigate}
        title="Your account: password, second factor, devices"
        className="-m-1 flex min-w-0 grow items-center gap-2.5 rounded-md p-1 transition-colors hover:bg-hover"
      >
        <Avatar name={administrator?.name ?? ''} size="sm" />
        <span className="min-w-0">
          <span className="block truncate text-sm font-medium">{administrator?.name}</span>
          <span className="block truncate text-xs text-muted">{administrator?.email}</span>
        </span>
      </Link>
      <IconButton label="Logout" size="sm" icon={<LogOut aria-hidden />} onClick={() => signOut('admin')} />
    </div>
  );
}
