import { LogOut } from 'lucide-react';
import { Link } from 'wouter';
import { signOut, useCustomer } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';

/** The head of sign-in, verification and waiting, which have no navigation. */
export function BareHeader() {
  const { status } = useCustomer();
  return (
    <header className="page-column flex h-16 items-center justify-between">
      <Link href="/" className="rounded-md">
        <Logo />
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
