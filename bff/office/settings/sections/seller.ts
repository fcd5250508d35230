import { linesIn, type SellerForm, type SellerValue } from '#bff/contract/office/settings/seller.ts';
import { type Seller, zoneOf } from '#core/aggregates/settings/seller.ts';
import type { SectionDesk } from './desk.ts';
import { shown, valueOfForm } from './rules.ts';

/** Sellers of before the zone have none: nothing changed where it stays UTC. */
export const sellerOf = ({ address, time_zone, ...form }: SellerForm): Seller =>
  valueOfForm('seller', { ...form, address: linesIn(address), ...(time_zone !== 'UTC' && { time_zone }) });

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
