import { z } from 'zod';
import { DateOnly } from './common.ts';

const MIN_PASSWORD_LENGTH = 8;
/** Argon2 hashes the whole text, so without a limit a password of a megabyte would be a denial of service. */
const MAX_PASSWORD_LENGTH = 200;
const MAX_EMAIL_LENGTH = 254;
const MAX_LINE_LENGTH = 200;
export const MAX_TEXT_LENGTH = 5_000;

/** Letters that show nothing: the fillers of Hangul and Khmer. */
const FILLERS = /[\u115f\u1160\u17b4\u17b5\u3164\uffa0]/g;
/** Whether a text, unless it is empty, shows a letter or a digit. A zero-width space, a soft hyphen or a blank of Braille does not. */
const isVisible = (text: string): boolean => text === '' || /[\p{L}\p{N}]/u.test(text.replaceAll(FILLERS, ''));
/** They turn the text around them, so that it is read as another one than it is. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/;
const TURNS_TEXT = 'Please leave out the characters that turn the direction of the text';

/** Longer texts are notes, which may be pasted from anywhere. */
const MAX_NAME_LENGTH = 500;
const isName = (max: number) => (text: string) => max > MAX_NAME_LENGTH || !BIDI_CONTROLS.test(text);

/** A trimmed line of text that shows something. The message is the same where it is missing, blank or of another type. */
export const requiredText = (message: string, max: number = MAX_LINE_LENGTH) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(max, `Must be at most ${max} characters`)
    .refine(isVisible, { error: message, abort: true })
    .refine(isName(max), TURNS_TEXT);

/** A trimmed line that may be empty: empty, null and missing all become null. */
export const optionalText = (max: number = MAX_LINE_LENGTH) =>
  z
    .string()
    .trim()
    .max(max, `Must be at most ${max} characters`)
    .refine(isName(max), TURNS_TEXT)
    .nullish()
    .transform((text) => (text === '' || text === undefined ? null : text));

/** Whether the person has agreed to what a refusal said (409 `confirm_…`). */
export const confirmedField = () => z.boolean().default(false);

/** A day, YYYY-MM-DD, that may be empty: empty, null and missing all become undefined. */
export const optionalDay = () =>
  z
    .union([z.literal(''), DateOnly], { error: 'Please pick a day' })
    .nullish()
    .transform((day) => (day ? day : undefined));

/** A line of a bank's statement, by its digest. */
export const lineField = () =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Must be the id of a line')
    .meta({ examples: ['5f'.repeat(32)] });
/** The line that a decision is based on. */
export const optionalLine = () => lineField().optional();

/** A website that may be empty. One without a scheme gets https:// in front; other schemes are refused. */
export const websiteField = (message: string) =>
  optionalText(500)
    .transform((text) => (text === null || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`))
    .refine((text) => text === null || isWebAddress(text), message);

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username } = new URL(text);
  return ['https:', 'http:'].includes(protocol) && hostname.includes('.') && username === '';
}

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const MAIL_ADDRESS = new RegExp(`^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?=[A-Za-z])${LABEL}$`);

/**
 * An address that is one mailbox for every mail program: no names, quotes, comments or lists. ASCII only: a domain in other letters is
 * written in its xn-- form, so that no look-alike passes for another.
 */
const isMailAddress = (text: string): boolean => MAIL_ADDRESS.test(text);

/** A required e-mail address, trimmed; the server compares it in lower case. */
export const emailField = (requiredMessage = 'Email is required') =>
  z
    .string({ error: requiredMessage })
    .trim()
    .min(1, requiredMessage)
    .max(MAX_EMAIL_LENGTH, 'Please enter a valid email address')
    .refine(isMailAddress, 'Please enter a valid email address');

export const newPasswordField = () =>
  z
    .string({ error: 'Password is required' })
    .min(MIN_PASSWORD_LENGTH, 'Password must be at least 8 characters long')
    .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters long`);

/** A password to be checked. It has no minimum, so that an old short one still gets the ordinary refusal. */
export const passwordField = (message = 'Password is required') =>
  z.string({ error: message }).min(1, message).max(MAX_PASSWORD_LENGTH, message);
