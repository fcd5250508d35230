import { LogOut } from 'lucide-react';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { signOut, useCustomer } from '#web/lib/session/session.ts';
import { useThemeEntries } from '#web/shared/shell/theme-switch.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { Avatar } from '#web/ui/text/avatar.tsx';
import { linksFor } from './navigation.ts';

/** Loaded when the menu opens, because every page loads the bar. */
const SettingsIcon = lazily(() => import('./settings-icon.tsx'), 'SettingsIcon', <span className="size-4" />);

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
        ...settings.map((link) => ({ ...link, icon: <SettingsIcon href={link.href} /> })),
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
