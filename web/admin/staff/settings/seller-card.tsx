import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { COUNTRY_ITEMS } from '#web/ui/form/controls/country-items.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DetailList } from '#web/ui/page/detail-list.tsx';
import { SellerDialog } from './seller-dialog.tsx';

export function SellerCard({ section }: { section: AdminSettings['seller'] }) {
  const [isChanging, setIsChanging] = useState(false);
  const mayChange = useMay('settings:change');
  const { value } = section;
  return (
    <Card
      title="Seller"
      description="Stands on invoices, statements and mails."
      actions={
        mayChange && (
          <Button icon={<Pencil aria-hidden />} onClick={() => setIsChanging(true)} aria-label="Change the seller">
            Change
          </Button>
        )
      }
    >
      {value === null ? (
        <EmptyState title="Nobody has said who sells" message="Without a seller no paper can be made." />
      ) : (
        <DetailList
          details={[
            { label: 'Name', value: value.name },
            { label: 'Store name', value: value.trade_name },
            { label: 'Address', value: <span className="whitespace-pre-line">{value.address}</span> },
            { label: 'Country', value: COUNTRY_ITEMS.find(({ id }) => id === value.country)?.label ?? value.country },
            { label: 'VAT number', value: value.vat_id },
            { label: 'Register number', value: value.registration },
            { label: 'Email on papers', value: value.email },
            { label: 'Support email', value: value.support_email },
            { label: 'Sender email', value: value.mail_from },
            { label: 'Links', value: value.links.map(({ label }) => label).join(', ') },
          ]}
        />
      )}
      {isChanging && <SellerDialog section={section} onClose={() => setIsChanging(false)} />}
    </Card>
  );
}
