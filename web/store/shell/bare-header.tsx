import { LogOut } from 'lucide-react';
import { Link } from 'wouter';
import { signOut, useCustomer } from '#web/lib/session/session.ts';
import { ThemeSwitch } from '#web/shared/shell/theme-switch.tsx';
import { StoreLogo } from '#web/store/shared/store-logo.tsx';
import { Button } from '#web/ui/actions/button.tsx';

/** The head of sign-in, verification and waiting, which have no navigation. */
export function BareHeader() {
  const { status } = useCustomer();
  return (
    <header className="page-column flex h-16 items-center justify-between">
      <Link href="/" className="rounded-md">
        <StoreLogo />
      </Link>
      <div className="flex items-center gap-1">
        <ThemeSwitch />
        {status === 'signed-in' && (
          <Button variant="ghost" icon={<LogOut aria-hidden />} onClick={() => signOut('customer')}>
            Sign out
          </Button>
        )}
      </div>
    </header>
  );
}
