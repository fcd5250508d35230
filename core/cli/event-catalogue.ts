// Writes docs/events.md from the events' schemas: `npm run docs:events`. A test fails when the two drift apart.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { CATEGORIES, type LedgerEvent, ledgerCodec, ledgerEvents, TYPES_OF } from '#core/aggregates/events.ts';
import { OrderLine } from '#core/aggregates/order/events.ts';
import { PeriodTotals } from '#core/aggregates/period/events.ts';
import { SettingsValue } from '#core/aggregates/settings/sections.ts';
import { DocumentRef, EventMetadata, SealedText } from '#core/kernel/log/event.ts';
import { CURRENCY_CODES } from '#core/kernel/money/currencies.ts';
import { Currency, MoneySchema, PositiveMoneySchema } from '#core/kernel/money/money.ts';
import { Postings } from '#core/kernel/money/postings.ts';

export const CATALOGUE_FILE = path.join(import.meta.dirname, '../../docs/events.md');

/** The meaning of each event. A new event does not compile until it is explained here. */
const MEANING: Record<LedgerEvent['type'], string> = {
  CustomerRegistered: 'An account was opened. Who it belongs to stays in Postgres.',
  CustomerEmailVerified: 'The customer proved that the e-mail address is theirs.',
  CustomerEmailChanged: 'Another e-mail address was set; it has to be verified again.',
  CustomerPasswordChanged: 'The password was changed.',
  CustomerMfaEnabled: 'A second factor was switched on.',
  CustomerMfaDisabled: 'A second factor was switched off.',
  CustomerApiKeyIssued: 'An API key was issued, with these abilities.',
  CustomerApiKeyRevoked: 'An API key lost its validity.',
  CustomerCompanyDetailsSaved: 'The company details were saved; they are complete or not.',
  CustomerIdentityChanged:
    'The name, registration number, country or tax number of an approved company changed: payouts wait until it is approved again.',
  CustomerDocumentAdded: 'A document was uploaded; its digest proves which one.',
  CustomerDocumentRemoved: 'A document was removed.',
  CustomerBankingDetailsSaved: 'The bank data were saved (they stay in Postgres).',
  CustomerApprovalRequested: 'The customer asked to be approved.',
  CustomerApproved: 'An administrator approved the customer: they may buy.',
  CustomerApprovalRevoked: 'An administrator took the approval back.',
  CustomerDiscountProposed:
    'An administrator raised a discount. It does not count: a second administrator has to confirm exactly this.',
  CustomerDiscountRejected: 'The discount that waited for a second administrator was taken back.',
  CustomerDiscountSet: 'The customer gets this discount on a product; zero removes it.',
  CustomerErased: 'The personal data were erased, and the key to the sealed notes with them.',
  CorrectionProposed:
    'An administrator proposed to book what the bank did and no other paper shows. Nothing is booked before a second one confirms exactly this.',
  CorrectionBooked: 'A second administrator confirmed the correction: it is booked.',
  CorrectionRejected: 'The correction that waited was rejected or taken back.',
  WalletOpened: 'A wallet in one currency was opened for a customer.',
  WalletCredited: 'Money came in: a deposit, or the refund of an order.',
  WalletDebited: 'Money went out: an order was paid, or a deposit fee charged.',
  WalletPaymentQueued: 'A payment was not covered; it is taken, oldest first, as soon as funds arrive.',
  WalletPaymentCancelled:
    'A payment will not be taken any more (or can no longer arrive late), or nothing of a deposit that was taken back, because there were no funds.',
  WalletFundsHeld: 'Money was set aside for a withdrawal.',
  WalletHoldCaptured: 'Held money left the wallet: the withdrawal was completed.',
  WalletHoldReleased: 'Held money is available again: the withdrawal was rejected.',
  WalletCreditLimitProposed:
    'A first administrator raised the credit limit; a second one has to confirm exactly this before it counts.',
  WalletCreditLimitRejected: 'The raise that waited for a second administrator was taken back.',
  WalletCreditLimitSet: 'The wallet may be overdrawn by this much.',
  DepositRequested: 'A customer announced a bank transfer.',
  DepositProofUploaded: 'A proof of the transfer was uploaded, or replaced.',
  DepositApprovalProposed:
    'A first administrator approved it; a second one has to confirm exactly this before anything is credited.',
  DepositApproved: 'An administrator found the money at the bank; the wallet is credited next.',
  DepositRejected: 'An administrator found no such money.',
  DepositDeleted: 'A pending deposit was withdrawn by the customer.',
  OrderPlaced: 'Gift cards were ordered, at these prices.',
  OrderPaid: 'The wallet paid the order.',
  OrderPartlyFulfilled:
    'Some codes were delivered; what is paid for the rest is held, as a liability, until it is delivered or released.',
  OrderRateDifferenceBooked:
    'Rates moved between the order and its payment: the difference is a gain or a loss on currencies. A refund books the opposite.',
  OrderFulfilled: 'Codes were delivered for every line; the digests prove which.',
  OrderDeferred: 'There were no codes when it was paid: the payment is a liability until it is delivered or refunded.',
  OrderRestReleased: 'What was not delivered never will be; what is held for it is given back next.',
  OrderCancelled: 'The order ended without codes; when it was paid, a refund follows.',
  OrderRefunded: 'The payment of the cancelled order, or of the released rest, was given back.',
  OrderCodesRevealed: 'Somebody looked at codes of the order.',
  WithdrawalRequested: 'A payout to the customer’s bank was asked for.',
  WithdrawalFundsHeld: 'The wallet holds the amount: it can be completed or rejected.',
  WithdrawalFailed: 'The wallet did not cover it; nothing was taken.',
  WithdrawalPayoutProposed:
    'A first administrator approved the payout; a second one makes the transfer and completes it.',
  WithdrawalCompleted: 'The bank transfer was made.',
  WithdrawalRejected: 'An administrator rejected it; the hold is released next.',
  AdministratorActed: 'An administrator did something outside the ledger: stock, brands, files looked at, sign-ins.',
  PeriodClosed: 'A month was closed, with every month before it: nothing is booked into them by value date.',
  PeriodReopened: 'The last closed month was opened again, with the reason.',
  BankLineHeldInSuspense:
    'The bank received money that belongs to nobody known, or to no deposit that it was assigned to: it is owed until it is.',
  BankLineSplitProposed:
    'A first administrator approved several deposits that one line pays together; a second one has to confirm exactly this.',
  BankLineSplit: 'A line pays several deposits, which add up to it: each of them is approved next.',
  BankLineSplitRejected:
    'The approval of several deposits from one line was rejected, or taken back: the line stays in suspense.',
  BankLineAssigned:
    'A line in suspense, or a part of it, is a deposit’s: the deposit books the bank, so the booking of the line is taken back.',
  BankLinePartReleased:
    'The deposit of this part was decided without the line: the part stays in suspense, and can be returned or assigned.',
  SettingsChangeProposed:
    'An owner proposed a change of settings that concerns money. It does not count before a second owner confirms it and its wait is over.',
  SettingsChangeConfirmed:
    'A second owner confirmed the change: it counts from this moment, unless it is withdrawn before.',
  SettingsChangeWithdrawn: 'The change of settings that waited was withdrawn.',
  SettingsChanged: 'A section of the settings says something else from here on, everywhere.',
  BankLineReturned: 'A line in suspense, or what is left of it, went back to its sender.',
};

/** Schemas that are explained once, by name. */
const NAMED = new Map<unknown, string>([
  [MoneySchema, 'money'],
  [PositiveMoneySchema, 'money above zero'],
  [Postings, 'postings'],
  [DocumentRef, 'document'],
  [SealedText, 'sealed text'],
  [Currency, 'currency'],
  [OrderLine, 'order line'],
  [SettingsValue, 'a section’s value, as `core/aggregates/settings/sections.ts` has it'],
  [PeriodTotals, 'list of `{debits, credits}` in each currency, each money'],
]);

/** The whole catalogue as Markdown. */
export function renderCatalogue(): string {
  const lines = [
    '# Events',
    '',
    'Generated from the schemas in `core/aggregates/*/events.ts` by `npm run docs:events`; do not edit by hand.',
    '',
    '## Terms',
    '',
    `- **money**: \`{amount, currency}\`, the amount in minor units (cents, yen, fils) as a decimal string; currencies are ${CURRENCY_CODES.join(', ')}.`,
    '- **postings**: two to eight lines `{account, amount}` that sum to zero per currency; a positive amount debits the account.',
    '- **document**: `{kind, id, number}` of the deposit, order or withdrawal that a movement belongs to.',
    '- **sealed text**: encrypted under the customer’s key; erasing the key erases the text and leaves the event whole.',
    '',
    '## Metadata of every event',
    '',
    ...fieldTable(EventMetadata),
    '',
    '`hash` is SHA-256 over the canonical JSON of stream, revision, id, type, data, metadata (without `hash`) and the hash of the',
    'event before it in its stream; the first one follows 64 zeros.',
  ];
  for (const category of CATEGORIES) {
    const name = category === 'admin' ? 'Administrator' : category.replace(/^./, (letter) => letter.toUpperCase());
    lines.push('', `## ${name}`, '', `Stream: \`${category}-<uuid>\``);
    for (const type of TYPES_OF[category] as readonly LedgerEvent['type'][]) {
      const version = ledgerCodec.versionOf(type);
      lines.push('', `### ${type}${version > 1 ? ` (version ${version})` : ''}`, '', MEANING[type]);
      const table = fieldTable(ledgerEvents[type]);
      if (table.length > 0) lines.push('', ...table);
    }
  }
  lines.push('', '## Order line', '', ...fieldTable(OrderLine), '');
  return lines.join('\n');
}

function fieldTable(schema: z.ZodType): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  if (fields.length === 0) return [];
  return [
    '| field | type |',
    '|---|---|',
    ...fields.map(([name, type]) => `| \`${name}\` | ${typeName(type).replaceAll('|', '\\|')} |`),
  ];
}

function typeName(schema: z.ZodType): string {
  const named = NAMED.get(schema);
  if (named) return named;
  if (schema instanceof z.ZodOptional) return `${typeName(schema.unwrap() as z.ZodType)}, or absent`;
  if (schema instanceof z.ZodNullable) return `${typeName(schema.unwrap() as z.ZodType)}, or null`;
  if (schema instanceof z.ZodArray) return `list of ${typeName(schema.element as z.ZodType)}`;
  if (schema instanceof z.ZodEnum) return schema.options.map((option) => `\`${option}\``).join(', ');
  if (schema instanceof z.ZodRecord) return `texts by name (each ${typeName(schema.valueType as z.ZodType)})`;
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
    return `{ ${fields.map(([name, type]) => `${name}: ${typeName(type)}`).join('; ')} }`;
  }
  if (schema instanceof z.ZodBoolean) return 'yes or no';
  if (schema instanceof z.ZodNumber) return numberName(schema);
  if (schema instanceof z.ZodUUID) return 'UUID';
  if (schema instanceof z.ZodISODate) return 'day (YYYY-MM-DD)';
  if (schema instanceof z.ZodISODateTime) return 'moment (ISO 8601, UTC)';
  if (schema instanceof z.ZodString) return textName(schema);
  throw new Error(`The catalogue cannot describe a ${schema.def.type}: teach typeName about it.`);
}

function numberName({ minValue, maxValue }: z.ZodNumber): string {
  const from = minValue !== null && minValue > Number.MIN_SAFE_INTEGER ? ` from ${minValue}` : '';
  const to = maxValue !== null && maxValue < Number.MAX_SAFE_INTEGER ? ` to ${maxValue}` : '';
  return `number${from}${to}`;
}

function textName({ maxLength }: z.ZodString): string {
  return maxLength === null ? 'text' : `text up to ${maxLength} characters`;
}

if (import.meta.main) {
  await writeFile(CATALOGUE_FILE, renderCatalogue());
  console.log(`Wrote ${path.relative(process.cwd(), CATALOGUE_FILE)}`);
}
