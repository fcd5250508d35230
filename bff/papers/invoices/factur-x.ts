import { DEMONSTRATION } from '#bff/kit/lib/demonstration.ts';
import type { InvoiceParty } from '#bff/papers/drawing/party.ts';
import { vatIdOf } from '#core/finance/invoices/vat.ts';
import type { VatTreatment } from '#core/finance/invoices/vat-treatments.ts';
import { CURRENCIES, type Currency } from '#core/kernel/money/currencies.ts';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';
import type { Issued } from './issued.ts';
import { VAT_CURRENCY } from './seller.ts';

/** The structured data of an invoice or credit note. Amounts are minor units of the currency. */
export type Bill = {
  readonly isCredit: boolean;
  readonly issued: Issued;
  readonly currency: Currency;
  readonly orderNumber: string;
  /** The note on VAT, as on the paper. */
  readonly note: string;
  /** For a credit note, the invoice that it credits. */
  readonly credits: string | null;
  readonly lines: readonly BillLine[];
};
export type BillLine = {
  readonly name: string;
  readonly description: string;
  readonly quantity: number;
  readonly unitPrice: bigint;
  readonly discount: bigint;
  readonly fee: bigint;
  /** The paid amount: quantity × unitPrice − discount + fee, VAT included. */
  readonly total: bigint;
};

/** EN 16931 has at most hundredths, and requires both countries. */
const MAX_DIGITS = 2;
const PROFILE = 'urn:cen.eu:en16931:2017';
const [INVOICE, CREDIT_NOTE] = ['380', '381'];
/** UNECE's codes for a piece, an allowance and a charge. */
const PIECE = 'H87';
const [DISCOUNT, SERVICE] = ['95', 'ADR'];
/** Decimals of a net price that is computed by taking VAT out of a line. */
const PRICE_DIGITS = 4;

/** The categories of EN 16931 (UNTDID 5305), with the code of the exemption (VATEX). */
const CATEGORIES: Readonly<Record<VatTreatment, { readonly code: string; readonly exempt: string | null }>> = {
  voucher: { code: 'O', exempt: 'VATEX-EU-O' },
  standard: { code: 'S', exempt: null },
  'reverse-charge': { code: 'AE', exempt: 'VATEX-EU-AE' },
  'outside-scope': { code: 'O', exempt: 'VATEX-EU-O' },
};

/**
 * The invoice as Factur-X: UN/CEFACT's Cross Industry Invoice in the profile EN 16931. Null where it lacks a country, which the profile
 * requires, or its currency has three decimals, which the profile does not allow.
 */
export function facturX(bill: Bill): string | null {
  const { issued, currency } = bill;
  if (CURRENCIES[currency].digits > MAX_DIGITS) return null;
  if (issued.seller.country === null || issued.buyer.country === null) return null;
  const total = bill.lines.reduce((sum, line) => sum + line.total, 0n);
  const nets = netsOf(bill.lines, total - issued.vat, total);
  const decimal = (minor: bigint) => minorToDecimal(minor, currency);
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
${el('rsm:ExchangedDocumentContext', el('ram:GuidelineSpecifiedDocumentContextParameter', el('ram:ID', PROFILE)))}
${el(
  'rsm:ExchangedDocument',
  el('ram:ID', text(issued.number)),
  el('ram:TypeCode', bill.isCredit ? CREDIT_NOTE : INVOICE),
  el('ram:IssueDateTime', el('udt:DateTimeString format="102"', day(issued.issuedAt))),
  el('ram:IncludedNote', el('ram:Content', text(noteOf(bill)))),
)}
${el(
  'rsm:SupplyChainTradeTransaction',
  ...bill.lines.map((line, index) => lineOf(line, index + 1, nets[index] ?? 0n, bill)),
  el(
    'ram:ApplicableHeaderTradeAgreement',
    party('ram:SellerTradeParty', issued.seller, issued.treatment),
    party('ram:BuyerTradeParty', issued.buyer, issued.treatment),
    el('ram:SellerOrderReferencedDocument', el('ram:IssuerAssignedID', text(bill.orderNumber))),
  ),
  '<ram:ApplicableHeaderTradeDelivery/>',
  settlementOf(bill, total, decimal),
)}
</rsm:CrossIndustryInvoice>
`;
}

const noteOf = ({ note, issued }: Bill): string => (issued.seller.isDemonstration ? `${DEMONSTRATION} ${note}` : note);

/** The net of each line, in proportion. The remainder of rounding goes to the first lines, so that the nets add up. */
function netsOf(lines: readonly BillLine[], net: bigint, total: bigint): bigint[] {
  const nets = lines.map((line) => (total === 0n ? 0n : (line.total * net) / total));
  let left = net - nets.reduce((sum, each) => sum + each, 0n);
  return nets.map((each) => {
    if (left <= 0n) return each;
    left -= 1n;
    return each + 1n;
  });
}

function lineOf(line: BillLine, number: number, net: bigint, { currency, issued }: Bill): string {
  const decimal = (minor: bigint) => minorToDecimal(minor, currency);
  // With VAT included, the price is the net of one piece of the paid amount, with discount and fee in it.
  const isGross = issued.vat > 0n;
  return el(
    'ram:IncludedSupplyChainTradeLineItem',
    el('ram:AssociatedDocumentLineDocument', el('ram:LineID', String(number))),
    el(
      'ram:SpecifiedTradeProduct',
      el('ram:Name', text(line.name)),
      line.description === '' ? '' : el('ram:Description', text(line.description)),
    ),
    el(
      'ram:SpecifiedLineTradeAgreement',
      el(
        'ram:NetPriceProductTradePrice',
        el('ram:ChargeAmount', isGross ? perPiece(net, line.quantity, currency) : decimal(line.unitPrice)),
      ),
    ),
    el('ram:SpecifiedLineTradeDelivery', el(`ram:BilledQuantity unitCode="${PIECE}"`, String(line.quantity))),
    el(
      'ram:SpecifiedLineTradeSettlement',
      el('ram:ApplicableTradeTax', el('ram:TypeCode', 'VAT'), category(issued)),
      isGross || line.discount === 0n ? '' : change(false, decimal(line.discount), DISCOUNT, 'Discount'),
      isGross || line.fee === 0n ? '' : change(true, decimal(line.fee), SERVICE, 'Conversion fee'),
      el('ram:SpecifiedTradeSettlementLineMonetarySummation', el('ram:LineTotalAmount', decimal(net))),
    ),
  );
}

const change = (isCharge: boolean, amount: string, code: string, reason: string): string =>
  el(
    'ram:SpecifiedTradeAllowanceCharge',
    el('ram:ChargeIndicator', el('udt:Indicator', String(isCharge))),
    el('ram:ActualAmount', amount),
    el('ram:ReasonCode', code),
    el('ram:Reason', reason),
  );

function perPiece(net: bigint, quantity: number, currency: Currency): string {
  const scale = 10n ** BigInt(PRICE_DIGITS);
  const unit = 10n ** BigInt(CURRENCIES[currency].digits);
  const scaled = (net * scale) / (BigInt(quantity) * unit);
  return `${scaled / scale}.${String(scaled % scale).padStart(PRICE_DIGITS, '0')}`;
}

/** Category O has no rate. Where the customer accounts for the VAT, the seller's rate is zero. */
function category({ treatment, vatPercent }: Issued): string {
  const { code } = CATEGORIES[treatment];
  const rate = code === 'S' ? vatPercent : '0';
  return el('ram:CategoryCode', code) + (code === 'O' ? '' : el('ram:RateApplicablePercent', rate));
}

function settlementOf(bill: Bill, total: bigint, decimal: (minor: bigint) => string): string {
  const { issued, currency } = bill;
  const { exempt, code } = CATEGORIES[issued.treatment];
  const net = decimal(total - issued.vat);
  const home = issued.treatment === 'standard' ? issued.home : null;
  return el(
    'ram:ApplicableHeaderTradeSettlement',
    // Where VAT is charged in another currency than the seller's, its sum is in the seller's, too (BT-6, BT-111).
    home === null ? '' : el('ram:TaxCurrencyCode', VAT_CURRENCY),
    el('ram:InvoiceCurrencyCode', currency),
    el(
      'ram:ApplicableTradeTax',
      el('ram:CalculatedAmount', decimal(issued.vat)),
      el('ram:TypeCode', 'VAT'),
      exempt === null ? '' : el('ram:ExemptionReason', text(bill.note)),
      el('ram:BasisAmount', net),
      el('ram:CategoryCode', code),
      exempt === null ? '' : el('ram:ExemptionReasonCode', exempt),
      code === 'O' ? '' : el('ram:RateApplicablePercent', code === 'S' ? issued.vatPercent : '0'),
    ),
    el(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      el('ram:LineTotalAmount', net),
      el('ram:ChargeTotalAmount', decimal(0n)),
      el('ram:AllowanceTotalAmount', decimal(0n)),
      el('ram:TaxBasisTotalAmount', net),
      el(`ram:TaxTotalAmount currencyID="${currency}"`, decimal(issued.vat)),
      home === null
        ? ''
        : el(`ram:TaxTotalAmount currencyID="${VAT_CURRENCY}"`, minorToDecimal(home.vat, VAT_CURRENCY)),
      el('ram:GrandTotalAmount', decimal(total)),
      el('ram:TotalPrepaidAmount', decimal(total)),
      el('ram:DuePayableAmount', decimal(0n)),
    ),
    bill.credits === null ? '' : el('ram:InvoiceReferencedDocument', el('ram:IssuerAssignedID', text(bill.credits))),
  );
}

/** An invoice outside the scope of VAT names no VAT id (BR-O-02). */
function party(tag: string, who: InvoiceParty, treatment: VatTreatment): string {
  const { name, address, country, registration, email } = who;
  const [one = '', two = '', ...rest] = address;
  const isOutside = CATEGORIES[treatment].code === 'O';
  const vatId = isOutside ? null : vatIdOf(who);
  const line = (tagOf: string, value: string) => (value === '' ? '' : el(tagOf, text(value)));
  return el(
    tag,
    el('ram:Name', text(name)),
    registration ? el('ram:SpecifiedLegalOrganization', el('ram:ID', text(registration))) : '',
    el(
      'ram:PostalTradeAddress',
      line('ram:LineOne', one),
      line('ram:LineTwo', two),
      line('ram:LineThree', rest.join(', ')),
      el('ram:CountryID', country ?? ''),
    ),
    email ? el('ram:URIUniversalCommunication', el('ram:URIID schemeID="EM"', text(email))) : '',
    vatId === null ? '' : el('ram:SpecifiedTaxRegistration', el('ram:ID schemeID="VA"', vatId)),
  );
}

/** An element around content that is XML already; `tag` includes its attributes. */
const el = (tag: string, ...content: readonly string[]): string => `<${tag}>${content.join('')}</${tag.split(' ')[0]}>`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text from people, without the characters that XML cannot contain. */
const text = (value: string): string =>
  value
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? '');

/** `20261121`: the day in UTC, as on the paper. */
const day = (time: Date): string => time.toISOString().slice(0, 10).replaceAll('-', '');
