// The treatments of VAT, in words for screens. Pure facts: the contract reads them.

export const VAT_TREATMENTS = ['voucher', 'standard', 'reverse-charge', 'outside-scope'] as const;
export type VatTreatment = (typeof VAT_TREATMENTS)[number];
