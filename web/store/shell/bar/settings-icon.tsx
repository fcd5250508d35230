import { Building2, Landmark, Settings2 } from 'lucide-react';

export function SettingsIcon({ href }: { href: string }) {
  const Icon = href.endsWith('company') ? Building2 : href.endsWith('banking') ? Landmark : Settings2;
  return <Icon aria-hidden />;
}
