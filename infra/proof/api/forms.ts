import { DEMO_SELLER } from '#infra/seed/settings.ts';

/** A seller, as the settings take it. */
export const SELLER_FORM = {
  name: 'Ink & Paper Ltd',
  trade_name: 'Inkwell',
  address: '1 High Street\nLeeds LS1 4AP',
  country: 'NL',
  vat_id: DEMO_SELLER.vatId,
  registration: '07654319',
  email: 'books@ink-and-paper.co.uk',
  support_email: 'help@ink-and-paper.co.uk',
  mail_from: DEMO_SELLER.mailFrom,
  time_zone: 'UTC',
  links: [{ label: 'Blog', url: 'https://ink-and-paper.co.uk' }],
};

/** A bank account, as a withdrawal takes it. */
export const BANK_FORM = {
  bankName: 'ABN AMRO',
  accountName: 'Ewa Żak',
  accountNumber: 'NL91 ABNA 0417 1643 00',
  swiftCode: 'ABNANL2A',
};
