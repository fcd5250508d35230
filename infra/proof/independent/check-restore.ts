/**
 * A second program that checks the certificate of a restore. It is written only from docs/restore-certificate.md and the
 * public texts it names, and imports nothing of the product. `node infra/proof/independent/check-restore.ts
 * certificate.json set.json head key`: prints yes or no, and why.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const sha = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

function demand(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

/** Size and root of a checkpoint that this key signed. */
function openHead(note: string, vkey: string): { size: number; root: Buffer } {
  const [name = '', id = '', ...encoded] = vkey.trim().split('+');
  const material = Buffer.from(encoded.join('+'), 'base64');
  demand(material.length === 33 && material[0] === 1, 'the key is no Ed25519 key');
  demand(sha(`${name}\n`, material).subarray(0, 4).toString('hex') === id, 'the key is mistyped');
  const border = note.lastIndexOf('\n\n') + 1;
  const body = note.slice(0, border);
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: material.subarray(1).toString('base64url') },
    format: 'jwk',
  });
  const signatures = note
    .slice(border + 1)
    .split('\n')
    .filter((line) => line.startsWith(`— ${name} `));
  const isSigned = signatures
    .map((line) => Buffer.from(line.slice(`— ${name} `.length), 'base64'))
    .some(
      (bytes) =>
        bytes.subarray(0, 4).toString('hex') === id && verify(null, Buffer.from(body), publicKey, bytes.subarray(4)),
    );
  demand(isSigned, 'the head is not signed by this key');
  const [origin, size, root = ''] = body.split('\n');
  demand(origin === name, 'the head is of another log');
  return { size: Number(size), root: Buffer.from(root, 'base64') };
}

/** RFC 9162, 2.1.4.2: whether the tree of `first` leaves is the beginning of that of `second`. */
function isBeginning(first: number, second: number, firstRoot: Buffer, secondRoot: Buffer, proof: Buffer[]): boolean {
  if (first > second || first === 0) return false;
  if (first === second) return proof.length === 0 && firstRoot.equals(secondRoot);
  const isPowerOfTwo = 2 ** Math.floor(Math.log2(first)) === first;
  const path = isPowerOfTwo ? [firstRoot, ...proof] : proof;
  let [fn, sn] = [first - 1, second - 1];
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  let [one, other] = [path[0], path[0]];
  if (!one || !other) return false;
  for (const hash of path.slice(1)) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      one = sha(Buffer.of(1), hash, one);
      other = sha(Buffer.of(1), hash, other);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else {
      other = sha(Buffer.of(1), other, hash);
    }
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && one.equals(firstRoot) && other.equals(secondRoot);
}

type Balances = Record<string, Record<string, string>>;
type Log = { events: number; last: unknown; tree: { size: number; root: string }; balances: Balances };
type Given = {
  format: string;
  set: { sha256: string; time: string };
  log: Log;
  heads: { note: string; size: number; verdict: string; proof: string[] }[];
  lost: { underHeads: number };
  problems: string[];
  isSound: boolean;
  sha256: string;
};

function checkBooks(balances: Balances): void {
  const sums = new Map<string, bigint>();
  for (const amounts of Object.values(balances)) {
    for (const [currency, amount] of Object.entries(amounts)) {
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount));
    }
  }
  for (const [currency, sum] of sums) demand(sum === 0n, `the books do not sum to zero in ${currency}`);
}

/**
 * @param certificate text of certificate.json
 * @param set text of the set's file, as it lies in the backup
 * @param head text of a head that the reader kept, and its verifier key
 * @returns events under the head, events that the log has beyond, and events of the head that the log lacks
 * @throws Error that says why it is none
 */
export function checkRestoreAlone(certificate: string, set: string, head: string, vkey: string) {
  const { sha256, ...rest } = JSON.parse(certificate) as Given;
  demand(rest.format === 'giftledger-restore-certificate@v1', 'it is of another format');
  demand(sha(JSON.stringify(rest)).toString('hex') === sha256, 'the certificate was changed');
  demand(sha(set).toString('hex') === rest.set.sha256, 'the set is another one');
  const backedUp = JSON.parse(set) as { time: string; log: Log };
  const { log } = rest;
  demand(backedUp.time === rest.set.time, 'the times differ');
  demand(log.events === backedUp.log.events, 'the number of events differs from the backup');
  demand(
    log.tree.size === backedUp.log.tree.size && log.tree.root === backedUp.log.tree.root,
    'the tree differs from the backup',
  );
  demand(JSON.stringify(log.balances) === JSON.stringify(backedUp.log.balances), 'the books differ from the backup');
  checkBooks(log.balances);
  demand(rest.isSound && rest.problems.length === 0, `it names problems: ${rest.problems.join('; ')}`);
  const mine = openHead(head, vkey);
  const checked = rest.heads.find(({ note }) => note === head);
  demand(checked !== undefined, 'the certificate does not know this head');
  demand(checked.size === mine.size, 'the certificate gives the head another size');
  demand(
    mine.size <= log.tree.size,
    `the log has ${mine.size - log.tree.size} events fewer than the head: take an older one`,
  );
  const proof = checked.proof.map((hash) => Buffer.from(hash, 'base64'));
  demand(
    isBeginning(mine.size, log.tree.size, mine.root, Buffer.from(log.tree.root, 'base64'), proof),
    'the head is not the beginning of the log',
  );
  return { underHead: mine.size, beyond: log.tree.size - mine.size, missing: rest.lost.underHeads };
}

if (import.meta.main) {
  const [certificate = '', set = '', head = '', key = ''] = process.argv.slice(2);
  try {
    const read = (file: string) => readFileSync(file, 'utf8');
    const { underHead, beyond, missing } = checkRestoreAlone(read(certificate), read(set), read(head), key);
    const lost = missing > 0 ? ` A newer head has ${missing} events more, which are lost.` : '';
    console.log(`Yes: the head signs the first ${underHead} events of the restored log, ${beyond} follow.${lost}`);
  } catch (error) {
    console.log(`No: ${error instanceof Error ? error.message : error}.`);
    process.exitCode = 1;
  }
}
