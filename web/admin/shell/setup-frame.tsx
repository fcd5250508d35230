import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { signOut } from '#web/lib/session/session.ts';
import { Logo } from '#web/shared/shell/logo.tsx';
import { ThemeSwitch } from '#web/shared/shell/theme-switch.tsx';
import { Button } from '#web/ui/actions/button.tsx';

/** The page of the setup, without the places of the back office. */
export function SetupFrame({ children }: { children: ReactNode }) {
  const { status } = useAdministrator();
  return (
    <>
      <header className="page-column flex h-16 w-full items-center justify-between">
        <Logo suffix="Setup" />
        <span className="flex items-center gap-2">
          <ThemeSwitch />
          {status === 'signed-in' && (
            <Button variant="ghost" icon={<LogOut aria-hidden />} onClick={() => signOut('admin')}>
              Logout
            </Button>
          )}
        </span>
      </header>
      <div className="page-column max-w-4xl pt-4 pb-24">{children}</div>
    </>
  );
}
