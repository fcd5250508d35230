import { NotificationPanel } from '#web/shared/notifications/notification-panel.tsx';
import { adminNotification } from './admin-notification.ts';

export const Notifications = ({ onClose }: { onClose: () => void }) => (
  <NotificationPanel realm="admin" describe={adminNotification} onClose={onClose} />
);
