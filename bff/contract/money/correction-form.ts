import { z } from 'zod';
import { Currency, DateOnly, positiveDecimal } from '#bff/contract/base/common.ts';
import {
  confirmedField,
  optionalDay,
  optionalLine,
  optionalText,
  requiredText,
} from '#bff/contract/base/form-fields.ts';
import { CORRECTION_KINDS, CORRECTIONS, MAX_CORRECTION_TEXT } from '#core/aggregates/correction/kinds.ts';

const EXAMPLE = { deposit: 'DEP-000123', withdrawal: 'WDR-000123' } as const;

/** From a line of the bank, which says amount and day; or by hand, with both and the place of its paper. */
export const CorrectionForm = z
  .object({
    kind: z.enum(CORRECTION_KINDS, { error: 'Choose what it is' }),
    bank_line_id: optionalLine(),
    /** By hand: the amount without a sign. */
    amount: positiveDecimal('Enter an amount above zero').optional(),
    currency: Currency.optional(),
    /** By hand: whether the money came in or went out. */
    direction: z.enum(['in', 'out'], { error: 'Say whether the money came in or went out' }).optional(),
    /** The number of the deposit that was taken back, also for a write-off, or of the payout that was returned. */
    document: optionalText(40),
    reason: requiredText('Say why it is booked', MAX_CORRECTION_TEXT),
    paper: optionalText(MAX_CORRECTION_TEXT),
    value_date: optionalDay(),
    confirmed: confirmedField(),
  })
  .superRefine((form, context) => {
    const need = (field: keyof typeof form, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const { document, sign } = CORRECTIONS[form.kind];
    if (document !== null && form.document === null)
      need('document', `Name the ${document}, such as ${EXAMPLE[document]}`);
    if (form.bank_line_id !== undefined) return;
    if (form.amount === undefined) need('amount', 'Enter an amount above zero');
    if (form.currency === undefined) need('currency', 'Choose the currency');
    if (sign === 'both' && form.direction === undefined) {
      need('direction', 'Say whether the money came in or went out');
    }
    if (form.value_date === undefined) need('value_date', 'Choose the day of the bank');
    if (form.paper === null) need('paper', 'Say where its paper is');
  });

/** What the screen showed of the correction. */
export const ConfirmCorrectionForm = z.object({
  /** Its number: what is proposed again has another one. */
  expect_reference: z.string().optional(),
  expect_amount: z
    .string()
    .regex(/^-?\d+$/, 'Expected the amount in minor units')
    .optional(),
  expect_value_date: DateOnly.optional(),
  confirmed: confirmedField(),
});
