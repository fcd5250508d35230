import { z } from 'zod';
import { named, TimeZone } from '#bff/contract/base/common.ts';
import { emailField, requiredText, websiteField } from '#bff/contract/base/form-fields.ts';
import { MAX_ADDRESS_LINES, MAX_SELLER_LINKS, MAX_SETTINGS_LINE } from '#core/aggregates/settings/limits.ts';
import { line, optionalEmail, optionalLine } from './fields.ts';

/** The lines of a text, without empty ones. */
export const linesIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

const isLink = ({ label, url }: { label: string; url: string }): boolean =>
  label.trim() !== '' &&
  label.length <= MAX_SETTINGS_LINE &&
  url.length <= 500 &&
  /^https?:\/\//.test(url) &&
  websiteField('').safeParse(url).success;

export const SellerForm = z.object({
  name: line('Please enter the name of the company'),
  trade_name: optionalLine(),
  /** A line each, without the country. */
  address: requiredText('Please enter the address', 1_000)
    .refine(
      (text) => linesIn(text).length <= MAX_ADDRESS_LINES,
      `An address has at most ${MAX_ADDRESS_LINES} lines; the country has a field of its own`,
    )
    .refine((text) => linesIn(text).every((each) => each.length <= MAX_SETTINGS_LINE), 'A line of it is too long'),
  country: z
    .string({ error: 'Please choose the country' })
    .regex(/^[A-Z]{2}$/, 'Please choose the country')
    .meta({ examples: ['DE'] }),
  vat_id: optionalLine(),
  registration: optionalLine(),
  email: emailField('Please enter the address that papers print'),
  support_email: optionalEmail(),
  mail_from: optionalEmail(),
  /** A plan of prices begins with a day of it. */
  time_zone: TimeZone.meta({ examples: ['Europe/Berlin'] }).default('UTC'),
  /** Pages of the store elsewhere, such as of social networks. */
  links: z
    .array(z.object({ label: z.string(), url: z.string() }))
    .max(MAX_SELLER_LINKS, `At most ${MAX_SELLER_LINKS} pages`)
    .refine(
      (links) => links.every(isLink),
      'Write each page on a line: its name and its web address, such as Blog https://…',
    )
    .default([]),
});
export type SellerForm = z.infer<typeof SellerForm>;

export const SellerValue = named('SettingsSeller', {
  name: z.string(),
  trade_name: z.string().nullable(),
  address: z.string(),
  country: z.string(),
  vat_id: z.string().nullable(),
  registration: z.string().nullable(),
  email: z.string(),
  support_email: z.string().nullable(),
  mail_from: z.string().nullable(),
  time_zone: z.string(),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
});
export type SellerValue = z.infer<typeof SellerValue>;
