import { readCamt053 } from './camt053.ts';
import { readCsv } from './csv.ts';
import { readMt940 } from './mt940.ts';
import { type Statement, unreadable } from './statement.ts';

/** Largest file that is read, in bytes. */
const MAX_STATEMENT_BYTES = 5 * 1024 * 1024;

/** The statements of a file, in any of the formats. @throws DomainError invalid_value that explains what is wrong with it */
export function readStatements(bytes: Uint8Array): Statement[] {
  if (bytes.length > MAX_STATEMENT_BYTES) throw unreadable('The file is larger than 5 MB.');
  const text = decoded(bytes);
  if (text.includes('\0')) throw unreadable('The file holds characters that no text has. Save it as UTF-8.');
  const statements = /^\s*</.test(text)
    ? readCamt053(text)
    : /^(\{.*)?:20:/m.test(text)
      ? readMt940(text)
      : readCsv(text);
  if (statements.every(({ lines }) => lines.length === 0)) throw unreadable('The file holds no movements.');
  return statements;
}

/** UTF-8; otherwise the Western European encoding of older banks. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
