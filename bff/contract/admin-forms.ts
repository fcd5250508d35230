import { z } from 'zod';
import { MAX_DISCOUNT_BASIS_POINTS } from '#core/aggregates/customer/limits.ts';
import { MAX_PRICE } from '#core/aggregates/order/limits.ts';
import { MAX_CREDIT_LIMIT } from '#core/aggregates/wallet/limits.ts';
import { amountIn, atMost, Currency, DecimalInput, MAX_NOTE_LENGTH, numberInput, Uuid } from './base/common.ts';
import { ALL_BRANDS, isEverything } from './base/everything.ts';
import {
  emailField,
  MAX_TEXT_LENGTH,
  optionalText,
  passwordField,
  requiredText,
  websiteField,
} from './base/form-fields.ts';
import { GLYPHS } from './base/glyphs.ts';
import { regionIdOf, SALES_REGIONS } from './base/regions.ts';

export const AdminLoginForm = z.object({ email: emailField(), password: passwordField() });

const RESERVED_TITLE = `"${ALL_BRANDS}" stands for every brand in lists and filters. Please choose another title`;

export const BrandForm = z.object({
  title: requiredText('Brand title is required', 100).refine((title) => !isEverything(title), RESERVED_TITLE),
  description: optionalText(MAX_NOTE_LENGTH),
  website: websiteField('Please enter a web address, such as example.com'),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'Please choose a colour')
    .nullish()
    .transform((color) => color ?? null),
  glyph: z.enum(GLYPHS, 'Please choose a glyph').optional(),
});
export type BrandForm = z.infer<typeof BrandForm>;

export const CarouselLinkForm = z.object({ url: requiredText('Please provide a URL for the image', 500) });

/** How the owner made sure that it is the customer who asks. */
export const ResetSecondFactorForm = z.object({
  checked: requiredText('Say how you know that it is this customer', MAX_NOTE_LENGTH),
});

/** Why an account is frozen. The customer does not see it. */
export const FreezeAccountForm = z.object({
  reason: requiredText('Say why the account is frozen', MAX_NOTE_LENGTH),
});

const Percentage = numberInput(
  z
    .number({ error: 'Discount must be between 0 and 100' })
    .min(0, 'Discount must be between 0 and 100')
    .max(MAX_DISCOUNT_BASIS_POINTS / 100, 'Discount must be between 0 and 100')
    // The ledger stores basis points.
    .refine((value) => /^\d{1,3}(\.\d{1,2})?$/.test(String(value)), 'Discount must have at most two decimals'),
);

export const DiscountForm = z.object({
  user_id: Uuid,
  product_id: Uuid,
  percentage: Percentage,
  /** As they were shown: the percentage in force, and the one that waits for a second administrator (null: none). */
  expect_percentage: Percentage.optional(),
  expect_proposed: Percentage.nullish(),
});

export const CreditLimitForm = z.object({
  wallet_id: z.guid('Please select a wallet').toLowerCase(),
  credit_limit: DecimalInput.refine(
    atMost(MAX_CREDIT_LIMIT),
    `The credit limit must be at most ${MAX_CREDIT_LIMIT.toLocaleString('en-US')}`,
  ),
  admin_notes: optionalText(MAX_NOTE_LENGTH),
  /** As they were shown: the limit in force, and the one that waits for a second administrator (null: none). */
  expect_credit_limit: DecimalInput.optional(),
  expect_proposed: DecimalInput.nullish(),
});
export type CreditLimitForm = z.infer<typeof CreditLimitForm>;

export const RevokeApprovalForm = z.object({ reason: optionalText(MAX_NOTE_LENGTH) });

export const ProductForm = z
  .object({
    name: requiredText('Product name is required'),
    variant_name: requiredText('Variant name is required'),
    short_description: optionalText(500),
    /** HTML, sanitised by the server before it is stored. */
    description: optionalText(20_000),
    category_name: requiredText('Category is required', 100),
    brand_name: requiredText('Brand is required', 100),
    /** The id or the code of a region; parses to its id. */
    region: requiredText('Region is required', 20)
      .transform((text) => regionIdOf(text) ?? '')
      .refine((id) => SALES_REGIONS.includes(id), 'Please choose a region of the list'),
    currency: Currency,
    price: DecimalInput.refine(atMost(MAX_PRICE), `Price must be at most ${MAX_PRICE.toLocaleString('en-US')}`),
    is_permanent_out_of_stock: z.boolean().default(false),
  })
  .superRefine(amountIn('price', (form) => form.currency));

export const TicketReplyForm = z.object({ message: requiredText('Message is required', MAX_TEXT_LENGTH) });
