import { type CheckedCode, CODE_FORMAT, checkCode } from './code.ts';
import type { VerifierKey } from './note.ts';
import { type CheckedProof, checkProofFile } from './statement.ts';

export type CheckedFile = CheckedProof | CheckedCode;

/** Checks a proof file of any kind. @throws Error that explains what is wrong with it */
export const checkAnyProof = (text: string, key: VerifierKey): Promise<CheckedFile> =>
  text.includes(`"${CODE_FORMAT}"`) ? checkCode(text, key) : checkProofFile(text, key);
