import { LogOut } from 'lucide-react';
import { signOut } from '#web/lib/session/session.ts';
import { Logo } from '#web/shared/shell/logo.tsx';
import { ThemeSwitch } from '#web/shared/shell/theme-switch.tsx';
import { Button } from '#web/ui/actions/button.tsx';

/** The bar of an administrator who still has to set up a second factor: it has only the sign-out. */
export function EnrolBar() {
  return (
    <header className="page-column flex h-16 w-full items-center justify-between">
      <Logo suffix="Admin" />
      <span className="flex items-center gap-2">
        <ThemeSwitch />
        <Button variant="ghost" icon={<LogOut aria-hidden />} onClick={() => signOut('admin')}>
          Logout
        </Button>
      </span>
    </header>
  );
}
