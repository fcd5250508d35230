import { Mails } from 'lucide-react';
import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/page/card.tsx';

export function MailsCard({ settings }: { settings: AdminSettings }) {
  const from = settings.seller.value?.mail_from;
  return (
    <Card
      title="Mails"
      description="What the store writes to customers and administrators, in its name and look."
      actions={
        <LinkButton href="/admin/settings/mails" icon={<Mails aria-hidden />}>
          Preview the mails
        </LinkButton>
      }
    >
      <p className="text-sm wrap-anywhere">
        {from
          ? `Customers get them from ${from}.`
          : 'They come from the address that the server is configured with. The section “Seller” can name another one.'}
      </p>
    </Card>
  );
}
