import { invalidField } from '#bff/kit/lib/api-error.ts';
import { unprintableIn } from './fonts.ts';

/** Letters that a message names. */
const MAX_NAMED = 5;

/** Refuses a text that no invoice can print, where it can still be written otherwise. @throws ApiError 422 on that field */
export async function requirePrintable(field: string, text: string): Promise<void> {
  const letters = await unprintableIn(text);
  if (letters.length === 0) return;
  throw invalidField(
    field,
    `Invoices cannot print ${letters.slice(0, MAX_NAMED).join(' ')}. Please write it in Latin letters, as on your English papers.`,
  );
}
