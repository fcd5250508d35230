import type { Group } from './terminal.mjs';

type Program = {
  readonly entry: string;
  readonly flags: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};
export const PROGRAMS: { readonly ledger: Program; readonly start: { readonly takes: readonly Group[] } };
