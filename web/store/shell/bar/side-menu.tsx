import { LogOut } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { signOut, useCustomer } from '#web/lib/session/session.ts';
import { cx } from '#web/lib/words/cx.ts';
import { StoreLogo } from '#web/store/shared/store-logo.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Sheet } from '#web/ui/overlays/dialog.tsx';
import { isActive, linksFor } from './navigation.ts';

/** The menu of small screens. */
export function SideMenu({ onClose }: { onClose: () => void }) {
  const [path] = useLocation();
  const { main, settings } = linksFor(useCustomer().user);
  return (
    <Sheet onClose={onClose} side="left" size="sm" title={<StoreLogo />}>
      <nav aria-label="Menu" className="-mx-2 flex h-full flex-col gap-1">
        {main.map((link) => (
          <SideLink key={link.href} {...link} path={path} onClick={onClose} />
        ))}
        <p className="px-3 pt-5 pb-1 text-xs font-medium text-muted">Settings</p>
        {settings.map((link) => (
          <SideLink key={link.href} {...link} path={path} onClick={onClose} />
        ))}
        <Button
          variant="ghost"
          size="lg"
          className="mt-auto justify-start! px-3! text-sm!"
          icon={<LogOut aria-hidden />}
          onClick={() => {
            onClose();
            return signOut('customer');
          }}
        >
          Sign out
        </Button>
      </nav>
    </Sheet>
  );
}

function SideLink({ label, href, path, onClick }: { label: string; href: string; path: string; onClick: () => void }) {
  const active = isActive(href, path);
  return (
    <Link
      href={href}
      onClick={onClick}
      aria-current={active ? 'page' : undefined}
      className={cx('rounded-md px-3 py-2.5 font-medium', active ? 'bg-accent-soft text-accent-ink' : 'hover:bg-hover')}
    >
      {label}
    </Link>
  );
}
