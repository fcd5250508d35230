import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { openCheckpoint, type TreeHead } from '#core/proofs/check/checkpoint.ts';
import { TILE_WIDTH } from '#core/proofs/check/merkle.ts';
import { parseVerifierKey, type VerifierKey } from '#core/proofs/check/note.ts';
import { isTlogProof, parseTlogProof } from '#core/proofs/check/tlog-proof.ts';
import { parseEntriesTile, tileIn, tilePath } from '#core/proofs/tiles.ts';
import { CliError, EXIT } from './output.ts';

/** A signed head of the log, with the entries of its leaves if somebody keeps them. */
export type Head = TreeHead & {
  /** The source, as the person gave it. */
  readonly source: string;
  readonly origin: string;
  /** In order. They are valid only if the head's root follows from them. */
  readonly entries?: () => AsyncIterable<Uint8Array>;
};

const FETCH_TIMEOUT_MS = 30_000;

/** A verifier key, or the name of a file that holds one. @throws CliError */
export async function readKey(text: string): Promise<VerifierKey> {
  const key = /^[^\s+]+\+[0-9a-f]{8}\+/.test(text) ? text : await textOf(text);
  try {
    return parseVerifierKey(key);
  } catch (error) {
    throw new CliError((error as Error).message, EXIT.usage);
  }
}

/** The head in a file or at an address, or the head that a proof uses; the key must have signed it. @throws CliError */
export async function readHead(source: string, key: VerifierKey): Promise<Head> {
  const note = await textOf(source);
  const head = await noteIn(note)
    .then((text) => openCheckpoint(text, key))
    .catch((error: Error) => {
      throw new CliError(`${source} is no head of the log that you trust. ${error.message}`);
    });
  const prefix = isAddress(source) ? source.replace(/\/checkpoint$/, '') : undefined;
  return { ...head, source, ...(prefix === undefined ? {} : { entries: () => fetchEntries(prefix, head.size) }) };
}

const Proofs = z.object({ events: z.array(z.object({ proof: z.string().optional() })) });

/**
 * The note of a file that proves a statement, a movement or a code: each of its proofs has a head, and all have the
 * same one.
 */
async function noteIn(text: string): Promise<string> {
  if (isTlogProof(text)) return parseTlogProof(text).checkpoint;
  if (!text.startsWith('{')) return text;
  const proof = Proofs.safeParse(JSON.parse(text)).data?.events.at(-1)?.proof ?? '';
  return parseTlogProof(proof).checkpoint;
}

const isAddress = (source: string): boolean => /^https?:\/\//.test(source);

/** @throws CliError */
export async function textOf(source: string): Promise<string> {
  try {
    return isAddress(source) ? (await fetchFrom(source)).toString('utf8') : await readFile(source, 'utf8');
  } catch (error) {
    throw new CliError(`${source} cannot be read: ${reasonOf(error)}`, EXIT.usage);
  }
}

async function fetchFrom(address: string): Promise<Buffer> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`the answer is ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** A failed fetch gives the reason only in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

async function* fetchEntries(prefix: string, size: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index * TILE_WIDTH < size; index += 1) {
    const tile = tileIn('entries', index, size);
    if (!tile) return;
    yield* parseEntriesTile(await fetchFrom(`${prefix}/${tilePath(tile)}`)).slice(0, tile.width);
  }
}
