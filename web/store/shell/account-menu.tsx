import { Building2, Landmark, LogOut, type LucideIcon, Settings2 } from 'lucide-react';
import { signOut, useCustomer } from '#web/lib/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { useThemeEntries } from '#web/ui/theme-switch.tsx';
import { linksFor } from './navigation.ts';

const ICONS: Record<string, LucideIcon> = {
  '/settings/company': Building2,
  '/settings/banking': Landmark,
  '/settings/account': Settings2,
};

/** Settings, theme and sign-out. */
export function AccountMenu({ name, email }: { name: string; email: string }) {
  const theme = useThemeEntries();
  const { settings } = linksFor(useCustomer().user);
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
        ...settings.map(({ label, href }) => {
          const Icon = ICONS[href];
          return { label, href, icon: Icon && <Icon aria-hidden /> };
        }),
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
