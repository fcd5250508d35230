import { DomainError } from '#core/kernel/errors.ts';

/**
 * The text of a file and its encoding: that of its byte order mark or of its XML declaration; without one UTF-8, otherwise the Western
 * European encoding of older programs. A byte order mark is no part of the text. @throws DomainError invalid_value
 */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly encoding: string } {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const [, declared = ''] = /^\s*(?:ï»¿)?<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(head) ?? [];
  const marked = head.startsWith('\u00ff\u00fe') ? 'utf-16le' : head.startsWith('\u00fe\u00ff') ? 'utf-16be' : '';
  for (const encoding of [marked, 'utf-8', declared, 'windows-1252']) {
    if (encoding === '' || (encoding === 'utf-8' && declared !== '' && !/^utf-?8$/i.test(declared))) continue;
    try {
      const text = new TextDecoder(encoding, { fatal: encoding !== 'windows-1252' }).decode(bytes);
      return { text: text.replace(/^\ufeff/, ''), encoding };
    } catch {
      // Not in this encoding, or in one that we do not have.
    }
  }
  throw new DomainError('invalid_value', 'The file is in no encoding that is known. Save it as UTF-8.', {
    field: 'file',
  });
}
