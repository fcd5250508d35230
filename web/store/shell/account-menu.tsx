import { Building2, Landmark, LogOut, Settings2 } from 'lucide-react';
import { signOut } from '#web/lib/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { useThemeEntries } from '#web/ui/theme-switch.tsx';

/** Settings, theme and sign-out. */
export function AccountMenu({ name, email }: { name: string; email: string }) {
  const theme = useThemeEntries();
  return (
    <Menu
      className="w-60"
      entries={[
        {
          heading: (
            <span className="block">
              <span className="block text-sm font-semibold text-ink">My Account</span>
              <span className="block truncate font-normal">{email}</span>
            </span>
          ),
        },
        'separator',
        { label: 'Company Settings', href: '/settings/company', icon: <Building2 aria-hidden /> },
        { label: 'Banking Details', href: '/settings/banking', icon: <Landmark aria-hidden /> },
        { label: 'Account Settings', href: '/settings/account', icon: <Settings2 aria-hidden /> },
        'separator',
        { heading: 'Theme' },
        ...theme,
        'separator',
        { label: 'Sign out', icon: <LogOut aria-hidden />, onSelect: () => void signOut('customer') },
      ]}
      trigger={(props) => (
        <button type="button" {...props} className="ml-1 rounded-full">
          <span className="sr-only">My Account</span>
          <Avatar name={name} />
        </button>
      )}
    />
  );
}
