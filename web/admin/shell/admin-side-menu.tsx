import { Logo } from '#web/shared/shell/logo.tsx';
import { Sheet } from '#web/ui/overlays/dialog.tsx';
import { SidebarAccount, SidebarNavigation } from './sidebar.tsx';

/** The places of the back office on small screens. */
export function AdminSideMenu({ onClose }: { onClose: () => void }) {
  return (
    <Sheet onClose={onClose} side="left" size="sm" title={<Logo suffix="Admin" />}>
      <div className="-mx-6 -my-5 flex min-h-full flex-col">
        <SidebarNavigation onNavigate={onClose} />
        <SidebarAccount onNavigate={onClose} />
      </div>
    </Sheet>
  );
}
