import { NotificationPanel } from '#web/shared/notifications/notification-panel.tsx';
import { customerNotification } from './customer-notification.ts';

export const Notifications = ({ onClose }: { onClose: () => void }) => (
  <NotificationPanel realm="customer" describe={customerNotification} onClose={onClose} />
);
