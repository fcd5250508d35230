import { useAtom } from 'jotai';
import { Monitor, Moon, Sun } from 'lucide-react';
import { type ThemeChoice, themeAtom } from '#web/lib/browser/theme.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Menu, type MenuEntry } from '#web/ui/overlays/menu.tsx';

const CHOICES: readonly { value: ThemeChoice; label: string; icon: React.ReactNode }[] = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
];

/** The theme's three choices as menu entries, for menus with other entries. */
export function useThemeEntries(): MenuEntry[] {
  const [choice, setChoice] = useAtom(themeAtom);
  return CHOICES.map(({ value, label, icon }) => ({
    label,
    icon,
    checked: choice === value,
    onSelect: () => setChoice(value),
  }));
}

export function ThemeSwitch() {
  const [choice] = useAtom(themeAtom);
  const icon = CHOICES.find(({ value }) => value === choice)?.icon;
  return (
    <Menu
      entries={useThemeEntries()}
      className="min-w-36"
      trigger={(props) => <IconButton {...props} label="Theme" icon={icon} />}
    />
  );
}
