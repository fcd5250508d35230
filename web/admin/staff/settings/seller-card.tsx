import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import type { SellerValue } from '#bff/contract/office/settings/seller.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { COUNTRY_ITEMS } from '#web/ui/form/controls/country-items.tsx';
import { DetailList } from '#web/ui/page/detail-list.tsx';
import { SectionCard } from './section-card.tsx';
import { SellerDialog } from './seller-dialog.tsx';
import { WaitingChange } from './waiting-change.tsx';

export function SellerCard({ settings }: { settings: AdminSettings }) {
  const { value, waiting } = settings.seller;
  return (
    <SectionCard
      settings={settings}
      section="seller"
      title="Seller"
      description="Stands on invoices, statements and mails."
      change="Change the seller"
      Form={SellerDialog}
    >
      {waiting && (
        <WaitingChange
          waiting={waiting}
          kept="The seller stays as it is."
          compare="New invoices will have this seller’s country and VAT number, and mails to customers come from its sender."
        >
          <DetailList details={changesOf(value, waiting.value)} />
        </WaitingChange>
      )}
      {value === null ? (
        <EmptyState title="Nobody has said who sells" message="Without a seller no paper can be made." />
      ) : (
        <DetailList details={rowsOf(value).map(({ label, text }) => ({ label, value: lines(text) }))} />
      )}
    </SectionCard>
  );
}

const rowsOf = (value: SellerValue): { label: string; text: string | null }[] => [
  { label: 'Name', text: value.name },
  { label: 'Store name', text: value.trade_name },
  { label: 'Address', text: value.address },
  { label: 'Country', text: COUNTRY_ITEMS.find(({ id }) => id === value.country)?.label ?? value.country },
  { label: 'VAT number', text: value.vat_id },
  { label: 'Register number', text: value.registration },
  { label: 'Email on papers', text: value.email },
  { label: 'Support email', text: value.support_email },
  { label: 'Sender email', text: value.mail_from },
  { label: 'Time zone', text: value.time_zone },
  { label: 'Links', text: value.links.map(({ label }) => label).join(', ') },
];

const lines = (text: string | null) => text && <span className="whitespace-pre-line">{text}</span>;

/** What a change of the seller says that the seller of now does not. */
function changesOf(before: SellerValue | null, after: SellerValue) {
  const now = before === null ? [] : rowsOf(before);
  return rowsOf(after).flatMap(({ label, text }, at) => {
    const old = now[at]?.text ?? null;
    return old === text ? [] : [{ label, value: lines(`${old || 'nothing'} → ${text || 'nothing'}`) }];
  });
}
