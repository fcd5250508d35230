import { ApiError } from '#bff/kit/lib/api-error.ts';

/** What a decoder writes in the place of bytes that are not of its encoding. */
const REPLACED = '\ufffd';

/**
 * The text of a form is UTF-8, as JSON is: bytes of another encoding are lost by the time that a field is read, and would be stored so.
 * @throws ApiError 400
 */
export function requireUtf8(text: string): void {
  if (!text.includes(REPLACED)) return;
  throw new ApiError(400, 'invalid_form', 'The text of the form is not UTF-8, which it has to be. Nothing was saved.');
}
