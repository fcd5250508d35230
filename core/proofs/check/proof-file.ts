import { type CheckedCode, checkCode, isCodeProof } from './code.ts';
import type { VerifierKey } from './note.ts';
import type { Witnesses } from './proven-events.ts';
import { type CheckedProof, checkProofFile } from './statement.ts';

export type CheckedFile = CheckedProof | CheckedCode;

const BYTE_ORDER_MARK = /^\uFEFF/;

/** Checks a proof file of any kind. @throws Error that explains what is wrong with it */
export function checkAnyProof(file: string, key: VerifierKey, witnesses?: Witnesses): Promise<CheckedFile> {
  const text = file.replace(BYTE_ORDER_MARK, '');
  return isCodeProof(text) ? checkCode(text, key, witnesses) : checkProofFile(text, key, witnesses);
}
