import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { SealedText } from '#core/kernel/log/event.ts';
import { ledgerEvents } from './events.ts';
import { SettingsValue } from './settings/sections.ts';

type Json = { readonly [key: string]: unknown };
const SEALED = 'sealed';
/** All texts of a section of the settings are the seller's own. */
const OF_THE_SELLER = 'of the seller';

/**
 * Every text of an event that is neither sealed nor of a fixed form, and its source. Only one of them is typed by a
 * person: all other typed text is sealed under that person's key, so that erasing the key erases it.
 */
const OPEN_TEXTS: Readonly<Record<string, string>> = {
  'ids, numbers and references that we make': `BankLineAssigned.document.number BankLineHeldInSuspense.by BankLineHeldInSuspense.takenBackFrom.number BankLinePartReleased.document.number BankLineSplit.by BankLineSplit.firstApprovedBy
    BankLineSplit.parts.*.document.number BankLineSplitProposed.by BankLineSplitProposed.parts.*.document.number BankLineSplitRejected.by CorrectionBooked.corrects.number CorrectionBooked.firstApprovedBy
    CorrectionBooked.number CorrectionProposed.by CorrectionProposed.corrects.number CorrectionProposed.number CorrectionRejected.by CustomerApiKeyIssued.abilities.* CustomerDiscountProposed.by
    CustomerDiscountProposed.productId CustomerDiscountRejected.productId CustomerDiscountSet.firstApprovedBy CustomerDiscountSet.productId
    DepositApprovalProposed.by DepositApproved.firstApprovedBy DepositApproved.number DepositRequested.number
    OrderPaid.paymentReference OrderPlaced.number OrderRateDifferenceBooked.document.number OrderRefunded.refundReference WalletCreditLimitProposed.by
    WalletCreditLimitSet.firstApprovedBy WalletCredited.document.number WalletCredited.reference
    WalletDebited.document.number WalletDebited.reference WalletFundsHeld.document.number
    WalletHoldCaptured.document.number WalletHoldReleased.document.number WalletPaymentCancelled.reference
    WalletPaymentQueued.document.number WalletPaymentQueued.reference WithdrawalCompleted.firstApprovedBy
    SettingsChangeConfirmed.by SettingsChangeProposed.by SettingsChangeWithdrawn.by SettingsChanged.by SettingsChanged.confirmedBy
    WithdrawalPayoutProposed.by WithdrawalRequested.madeBy WithdrawalRequested.number`,
  'digests and types of files': `CustomerDocumentAdded.sha256 DepositProofUploaded.contentType
    DepositProofUploaded.sha256 OrderFulfilled.lines.*.codesDigest OrderPartlyFulfilled.lines.*.codesDigest`,
  'the catalogue': `OrderPlaced.lines.*.brandName OrderPlaced.lines.*.productId OrderPlaced.lines.*.productName
    OrderPlaced.lines.*.region OrderPlaced.lines.*.variantId OrderPlaced.lines.*.variantName`,
  'words of the wallet': 'WithdrawalFailed.reason',
  'names of fields, made when it is read and never stored': 'SettingsChangeProposed.newer.* SettingsChanged.newer.*',
  'why finance reopened a month: of the books and for auditors, so it stays; form and command ask for no names of customers':
    'PeriodReopened.reason',
  'what was open at the bank when finance closed a month, in the words of the program, and why it was closed: of the books and for auditors, so it stays; form and command ask for no names of customers':
    'PeriodClosed.open.points.* PeriodClosed.open.reason',
  'why finance corrects the books, and where the paper is: of the bank and for auditors, so it stays; the form asks for no names of customers':
    'CorrectionBooked.paper CorrectionBooked.reason CorrectionProposed.paper CorrectionProposed.reason',
  'what the seller says of itself on every paper, and why an owner changed it: the form asks for no names of customers':
    'SettingsChangeProposed.after SettingsChangeProposed.before SettingsChangeProposed.why SettingsChanged.after SettingsChanged.before SettingsChanged.why',
  'what administrators did, in facts without personal data':
    'AdministratorActed.facts.* AdministratorActed.subject.id AdministratorActed.subject.kind',
};

/** Paths of texts within a JSON schema that are no id, time, choice or figure, and are not sealed. */
function openTexts(schema: Json, path: string): string[] {
  if (schema.title === OF_THE_SELLER) return [path];
  if (schema.type === 'string') {
    return 'enum' in schema || 'const' in schema || 'format' in schema || 'pattern' in schema || schema.title === SEALED
      ? []
      : [path];
  }
  const inner: [string, unknown][] = [
    ...Object.entries((schema.properties as Json | undefined) ?? {}),
    ...['items', 'additionalProperties'].map((key): [string, unknown] => ['*', schema[key]]),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
      ((schema[key] as unknown[] | undefined) ?? []).map((each): [string, unknown] => ['', each]),
    ),
  ];
  return inner.flatMap(([name, each]) =>
    typeof each === 'object' && each !== null ? openTexts(each as Json, name === '' ? path : `${path}.${name}`) : [],
  );
}

it('no event has a text that a person can type, but sealed', () => {
  const found = Object.entries(ledgerEvents).flatMap(([type, schema]) =>
    openTexts(
      z.toJSONSchema(schema, {
        io: 'input',
        unrepresentable: 'any',
        reused: 'inline',
        metadata: z.registry(),
        override({ zodSchema, jsonSchema }) {
          if (zodSchema === (SealedText as unknown)) jsonSchema.title = SEALED;
          if (zodSchema === (SettingsValue as unknown)) jsonSchema.title = OF_THE_SELLER;
        },
      }) as Json,
      type,
    ),
  );
  assert.deepEqual(
    [...new Set(found)].toSorted(),
    Object.values(OPEN_TEXTS)
      .flatMap((paths) => paths.split(/\s+/))
      .toSorted(),
  );
});
