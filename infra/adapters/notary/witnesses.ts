import type pg from 'pg';
import { parseSize, toBase64 } from '#core/proofs/check/bytes.ts';
import { consistencyProof, type ReadHashes } from '#core/proofs/check/merkle.ts';
import {
  parseNote,
  parseSignatureLines,
  parseVerifierKey,
  SIGNATURE,
  signatureLine,
  type VerifierKey,
  verifyNote,
} from '#core/proofs/check/note.ts';

const TIMEOUT_MS = 10_000;
const CONFLICT = 409;

/** A witness: its verifier key, and the address to which heads are sent (https://c2sp.org/tlog-witness). */
export type Witness = { readonly key: string; readonly url: string };
type Head = { readonly size: number; readonly note: string };

/**
 * Requests the signature of each witness that has not signed the head yet, and keeps the valid ones. A witness that is
 * unavailable or refuses does not stop the run.
 * @returns what went wrong, one sentence for each
 */
export async function askWitnesses(
  client: pg.ClientBase,
  head: Head,
  witnesses: readonly Witness[],
  readHashes: ReadHashes,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { key: keyText, url } of witnesses) {
    const key = parseVerifierKey(keyText);
    const { rows } = await client.query<{ size: string; has_signed: boolean }>(
      `select coalesce((select witness.size from notary.witness where name = $1), 0)::text as size,
         exists (select from notary.cosignature where cosignature.size = $2 and witness = $1) as has_signed`,
      [key.name, head.size],
    );
    if (rows[0]?.has_signed) continue;
    try {
      const line = await cosign(url, key, head, Number(rows[0]?.size ?? 0), readHashes);
      await client.query('insert into notary.cosignature (size, witness, line) values ($1, $2, $3)', [
        ...[head.size, key.name, line],
      ]);
      await noteWitness(client, key.name, head.size, null);
    } catch (error) {
      const problem = reasonOf(error);
      await noteWitness(client, key.name, null, problem);
      problems.push(`The witness ${key.name} did not sign: ${problem}`);
    }
  }
  return problems;
}

/** The witnesses that the notary last ran with. */
export async function knownWitnesses(client: pg.ClientBase): Promise<Witness[]> {
  const { rows } = await client.query<Witness>(
    'select key, url from notary.witness where url is not null order by name',
  );
  return rows;
}

/** Notes where the witnesses are, and forgets where those are that are asked no more. */
export async function noteConfigured(client: pg.ClientBase, witnesses: readonly Witness[]): Promise<void> {
  const keys = witnesses.map(({ key }) => parseVerifierKey(key));
  await client.query(
    `update notary.witness set key = given.key, url = given.url
     from notary.witness as known left join unnest($1::text[], $2::text[], $3::text[]) as given (name, key, url) using (name)
     where witness.name = known.name and (witness.key, witness.url) is distinct from (given.key, given.url)`,
    [keys.map(({ name }) => name), witnesses.map(({ key }) => key), witnesses.map(({ url }) => url)],
  );
}

/** The signatures of witnesses on that head: lines of its note. */
export async function cosignaturesOf(client: pg.ClientBase, size: number): Promise<string> {
  const { rows } = await client.query<{ lines: string }>(
    "select coalesce(string_agg(line, '' order by witness), '') as lines from notary.cosignature where size = $1",
    [size],
  );
  return rows[0]?.lines ?? '';
}

const noteWitness = (client: pg.ClientBase, name: string, size: number | null, problem: string | null) =>
  client.query(
    `insert into notary.witness as known (name, size, problem, failing_since)
     values ($1, coalesce($2, 0), $3, case when $3::text is not null then now() end)
     on conflict (name) do update set size = coalesce($2, known.size), problem = $3, asked_at = now(),
       failing_since = case when $3 is not null then coalesce(known.failing_since, now()) end`,
    [name, size, problem],
  );

/** The line of the witness's signature, verified. @throws Error that explains what went wrong */
async function cosign(
  url: string,
  key: VerifierKey,
  head: Head,
  older: number,
  readHashes: ReadHashes,
  isSecondTry = false,
): Promise<string> {
  if (key.type !== SIGNATURE.cosignature) throw new Error('its key is none of a witness.');
  if (older > head.size) {
    throw new Error(
      `it knows a head of ${older} events, and the log has ${head.size}: see docs/runbooks/tamper-alarm.md.`,
    );
  }
  const proof = await consistencyProof(readHashes, older, head.size);
  const answer = await fetch(`${url.replace(/\/$/, '')}/add-checkpoint`, {
    method: 'POST',
    body: `old ${older}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${head.note}`,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await answer.text();
  if (answer.status === CONFLICT && !isSecondTry) {
    return cosign(url, key, head, parseSize(text.trim()), readHashes, true);
  }
  if (!answer.ok) throw new Error(`it answered ${answer.status}.`);
  const signed = { text: parseNote(head.note).text, signatures: parseSignatureLines(text) };
  const [own] = await verifyNote(signed, key);
  if (!own) throw new Error('it did not sign.');
  return signatureLine(own);
}

/** A failed fetch gives the reason only in its cause. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error);
