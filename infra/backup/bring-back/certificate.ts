import type { Audit } from '#core/finance/checks/audit.ts';
import { openCheckpoint } from '#core/proofs/check/checkpoint.ts';
import { consistencyProof, isConsistent, type ReadHashes } from '#core/proofs/check/merkle.ts';
import { parseVerifierKey } from '#core/proofs/check/note.ts';
import type { BackupSet, LogState, SegmentRecord } from '../store/manifest.ts';
import { sha256 } from '../store/objects.ts';
import type { Accounted } from './account-for.ts';

/** A head of the log that somebody else holds, and the verifier key that they trust. */
export type GivenHead = { readonly source: string; readonly note: string; readonly key: string };

type CheckedHead = GivenHead & {
  readonly size: number;
  /** `covered`: the head follows from the log. `longer`: it has more events than the log. Otherwise what is wrong. */
  readonly verdict: 'covered' | 'longer' | string;
  /** Of RFC 6962, in base64: that the head's tree is the beginning of the log's. Empty unless it is covered. */
  readonly proof: readonly string[];
};

export type Certificate = {
  readonly format: 'giftledger-restore-certificate@v1';
  readonly made: string;
  /** What was restored; the hash is that of the set's file. */
  readonly set: { readonly name: string; readonly time: string; readonly sha256: string };
  readonly log: Pick<LogState, 'events' | 'last' | 'balances'> & {
    readonly tree: { readonly size: number; readonly root: string };
  };
  readonly heads: readonly CheckedHead[];
  readonly restored: { readonly rows: number; readonly files: number; readonly fileBytes: number };
  readonly audit: Omit<Audit, 'problems'>;
  readonly accounted: Omit<Accounted, 'problems'>;
  /** What is known of what came after, and is not there. */
  readonly lost: { readonly since: string; readonly inBackup: number; readonly underHeads: number };
  readonly problems: readonly string[];
  readonly isSound: boolean;
  /** Of the JSON without it. */
  readonly sha256: string;
};

export type CertificateParts = {
  readonly name: string;
  readonly set: BackupSet;
  readonly setFile: Buffer;
  readonly log: LogState;
  readonly readHashes: ReadHashes;
  readonly heads: readonly GivenHead[];
  /** The newest segment of the backup, which may be of after the set. */
  readonly newest: SegmentRecord | undefined;
  readonly audit: Audit;
  readonly accounted: Accounted;
  readonly problems: readonly string[];
};

export async function makeCertificate(parts: CertificateParts): Promise<Certificate> {
  const { name, set, setFile, log, newest, readHashes } = parts;
  const heads: CheckedHead[] = [];
  for (const head of parts.heads) heads.push(await checkHead(head, log, readHashes));
  const { problems: found, ...audit } = parts.audit;
  const { problems: unaccounted, ...accounted } = parts.accounted;
  const wrongHeads = heads.filter(({ verdict }) => verdict !== 'covered' && verdict !== 'longer');
  const problems = [
    ...parts.problems,
    ...found,
    ...unaccounted,
    ...wrongHeads.map(({ source, verdict }) => `The head of ${source}: ${verdict}`),
  ];
  const { size, root } = log.tree;
  const certificate = {
    format: 'giftledger-restore-certificate@v1' as const,
    made: new Date().toISOString(),
    set: { name, time: set.time, sha256: sha256(setFile) },
    log: { events: log.events, last: log.last, balances: log.balances, tree: { size, root } },
    heads,
    restored: {
      rows: set.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: set.files.count,
      fileBytes: set.files.bytes,
    },
    audit,
    accounted,
    lost: {
      since: set.time,
      inBackup: Math.max(0, (newest?.log.events ?? 0) - log.events),
      underHeads: Math.max(0, ...heads.map((head) => head.size - size)),
    },
    problems,
    isSound: problems.length === 0,
  };
  return { ...certificate, sha256: sha256(JSON.stringify(certificate)) };
}

async function checkHead(given: GivenHead, log: LogState, readHashes: ReadHashes): Promise<CheckedHead> {
  try {
    const head = await openCheckpoint(given.note, parseVerifierKey(given.key));
    const { size } = head;
    if (size > log.tree.size) return { ...given, size, verdict: 'longer', proof: [] };
    const proof = await consistencyProof(readHashes, size, log.tree.size);
    const whole = { size: log.tree.size, root: Uint8Array.from(Buffer.from(log.tree.root, 'base64')) };
    const isBeginning = isConsistent(head, whole, proof);
    if (!isBeginning)
      return { ...given, size, verdict: `the first ${size} events are not those that it signs`, proof: [] };
    return { ...given, size, verdict: 'covered', proof: proof.map((hash) => Buffer.from(hash).toString('base64')) };
  } catch (error) {
    return { ...given, size: 0, verdict: error instanceof Error ? error.message : String(error), proof: [] };
  }
}
