import { onlineManager } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
    () => true,
  );
  if (isOnline) return null;
  return (
    <div role="status" className="flex items-center justify-center gap-2 bg-inverse px-4 py-2 text-sm text-on-inverse">
      <WifiOff className="size-4" aria-hidden />
      You are offline. What you see may be out of date; nothing can be changed until you are back.
    </div>
  );
}
