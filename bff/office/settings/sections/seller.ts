import { linesIn, type SellerForm, type SellerValue } from '#bff/contract/office/settings/seller.ts';
import { type Seller, zoneOf } from '#core/aggregates/settings/seller.ts';
import type { SectionDesk } from './desk.ts';
import { shown } from './rules.ts';

export const sellerOf = (form: SellerForm): Seller => ({
  name: form.name,
  tradeName: form.trade_name,
  address: linesIn(form.address),
  country: form.country,
  vatId: form.vat_id,
  registration: form.registration,
  email: form.email,
  supportEmail: form.support_email,
  mailFrom: form.mail_from,
  // Sellers of before the field have none: nothing changed where it stays so.
  ...(form.time_zone !== 'UTC' && { timeZone: form.time_zone }),
  links: form.links,
});

export const sellerDesk: SectionDesk<'seller', SellerValue> = {
  show: (seller) => ({ ...shown(seller), address: seller.address.join('\n'), time_zone: zoneOf(seller) }),
  rows: ({ address, links, ...seller }) => [
    ['Name', seller.name],
    ['Store name', seller.tradeName],
    ['Address', address.join(', ')],
    ['Country', seller.country],
    ['VAT number', seller.vatId],
    ['Register number', seller.registration],
    ['Email on papers', seller.email],
    ['Support email', seller.supportEmail],
    ['Sender email', seller.mailFrom],
    ['Time zone', zoneOf(seller)],
    ['Links', links.map(({ label, url }) => `${label} ${url}`).join(', ') || null],
  ],
};
