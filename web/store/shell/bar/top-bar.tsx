import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import { formatMinor } from '#core/kernel/money/decimals.ts';
import { readStorage, STORAGE_KEYS } from '#web/lib/browser/storage.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { useCustomer } from '#web/lib/session/session.ts';
import { cx } from '#web/lib/words/cx.ts';
import { parseAmount } from '#web/lib/words/money.ts';
import { NotificationBell, notificationsOf } from '#web/shared/notifications/notification-bell.tsx';
import { ThemeSwitch } from '#web/shared/shell/theme-switch.tsx';
import { StoreLogo } from '#web/store/shared/store-logo.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Badge } from '#web/ui/text/badge.tsx';
import { AccountMenu } from './account-menu.tsx';
import { CartButton } from './cart-button.tsx';
import { isActive, linksFor } from './navigation.ts';
import { useRefreshOnNews } from './refresh-on-news.ts';
import { WalletPicker } from './wallet-picker.tsx';

const EarlierChoices = lazily(() => import('./earlier-choices.tsx'), 'EarlierChoices');
const Notifications = notificationsOf(() => import('./notifications.tsx'));
const StoreKeys = lazily(() => import('./store-keys.tsx'), 'StoreKeys');
const SideMenu = lazily(() => import('./side-menu.tsx'), 'SideMenu');

export function TopBar() {
  const [path] = useLocation();
  const { status, user } = useCustomer();
  const [menuOpen, setMenuOpen] = useState(false);
  useRefreshOnNews();
  const isMember = Boolean(user?.is_approved && user.is_company_detail_complete);
  const credit = creditText(user?.credit ?? '0');
  return (
    <header className="sticky top-0 z-20 low:static border-b bg-surface/90 backdrop-blur-md">
      <div className="page-column flex h-16 items-center gap-1.5 sm:gap-2">
        {status === 'signed-in' && (
          <IconButton
            label="Open menu"
            tooltip={false}
            icon={<MenuIcon className="size-5!" aria-hidden />}
            className="-ml-2 lg:hidden"
            aria-haspopup="dialog"
            onClick={() => setMenuOpen(true)}
          />
        )}
        {/* A large balance leaves no room for it on the narrowest phones; the menu leads home, too. */}
        <Link href="/" className={cx('mr-1 rounded-md lg:mr-5', isMember && 'max-[25rem]:hidden')}>
          <StoreLogo className="max-sm:[&>span]:sr-only" />
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-1 lg:flex">
          {linksFor(user).main.map((link) => (
            <Link
              key={link.href}
              href={link.href}
              aria-current={isActive(link.href, path) ? 'page' : undefined}
              className={cx(
                'rounded-md px-2 py-2 text-sm xl:px-3 font-medium transition-colors',
                isActive(link.href, path)
                  ? 'bg-accent-soft text-accent-ink'
                  : 'text-muted hover:bg-hover hover:text-ink',
              )}
            >
              {link.label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1 sm:gap-1.5">
          {status === 'unknown' && <Skeleton className="h-9 w-40 rounded-md" />}
          {status === 'signed-out' && (
            <>
              <ThemeSwitch />
              <LinkButton href="/login" variant="ghost">
                Sign in
              </LinkButton>
              <LinkButton href="/register" variant="primary">
                <span className="max-sm:hidden">Create account</span>
                <span className="sm:hidden">Register</span>
              </LinkButton>
            </>
          )}
          {isMember && credit && (
            <Badge tone="accent" className="tabular max-sm:hidden">
              <span>
                Credit <span className="lg:max-xl:hidden">limit </span>
                {credit}
              </span>
            </Badge>
          )}
          {isMember && <WalletPicker credit={credit} />}
          {isMember && readStorage(STORAGE_KEYS.choices, 'sessionStorage') !== null && <EarlierChoices />}
          {status === 'signed-in' && <NotificationBell realm="customer" list={Notifications} />}
          {isMember && <CartButton />}
          {user && <AccountMenu name={user.name} email={user.email} />}
        </div>
      </div>
      {isMember && <StoreKeys />}
      {menuOpen && <SideMenu onClose={() => setMenuOpen(false)} />}
    </header>
  );
}

/** The credit limit, of customers who have one. */
function creditText(credit: string): string | null {
  const minor = parseAmount(credit, BASE_CURRENCY) ?? 0n;
  return minor > 0n ? formatMinor(minor, BASE_CURRENCY) : null;
}
