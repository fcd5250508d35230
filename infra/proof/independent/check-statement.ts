/**
 * A second program that checks statements. It is written only from docs/statement-proof.md and the public texts it
 * names, and imports nothing of the product, so that it does not share the product's mistakes.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';

const sha = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

function demand(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

type Head = { size: number; root: Buffer; ends: { count: number; root: Buffer } | undefined };

/** The root of a checkpoint that this key signed, its size, and the tree of the ends of its streams. */
function openHead(note: string, vkey: string): Head {
  const [name = '', id = '', ...encoded] = vkey.split('+');
  const material = Buffer.from(encoded.join('+'), 'base64');
  demand(material.length === 33 && material[0] === 1, 'the key is no Ed25519 key');
  demand(sha(`${name}\n`, material).subarray(0, 4).toString('hex') === id, 'the key is mistyped');
  const border = note.lastIndexOf('\n\n') + 1;
  const body = note.slice(0, border);
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: material.subarray(1).toString('base64url') },
    format: 'jwk',
  });
  const isSigned = note
    .slice(border + 1)
    .split('\n')
    .filter((line) => line.startsWith(`— ${name} `))
    .map((line) => Buffer.from(line.slice(`— ${name} `.length), 'base64'))
    .some(
      (bytes) =>
        bytes.subarray(0, 4).toString('hex') === id && verify(null, Buffer.from(body), publicKey, bytes.subarray(4)),
    );
  demand(isSigned, 'the head is not signed');
  const [origin, size, root = '', ...extensions] = body.split('\n');
  demand(origin === name, 'the head is of another log');
  const [, , count, endsRoot] = extensions.find((line) => line.startsWith('giftledger-ends@v1 '))?.split(' ') ?? [];
  const ends = endsRoot === undefined ? undefined : { count: Number(count), root: Buffer.from(endsRoot, 'base64') };
  return { size: Number(size), root: Buffer.from(root, 'base64'), ends };
}

/** RFC 6962's definition, reversed: the root that a leaf and its path lead to. */
function rootFrom(leaf: Buffer, index: number, size: number, path: Buffer[]): Buffer {
  if (size === 1) {
    demand(path.length === 0, 'the path is too long');
    return leaf;
  }
  const sibling = path.at(-1);
  demand(sibling !== undefined, 'the path is too short');
  let left = 1;
  while (left * 2 < size) left *= 2;
  const below = path.slice(0, -1);
  return index < left
    ? sha(Buffer.of(1), rootFrom(leaf, index, left, below), sibling)
    : sha(Buffer.of(1), sibling, rootFrom(leaf, index - left, size - left, below));
}

/** Proves the event, and returns the head that it is in. */
function prove(event: string, proof: string, vkey: string): Head {
  const [head = '', ...rest] = proof.split('\n\n');
  const lines = head.split('\n');
  demand(lines.shift() === 'c2sp.org/tlog-proof@v1', 'it is no proof');
  if (lines[0]?.startsWith('extra ')) lines.shift();
  const index = Number(lines.shift()?.slice('index '.length));
  const opened = openHead(rest.join('\n\n'), vkey);
  const { size, root } = opened;
  demand(index < size, 'it stands behind the head');
  const leaf = sha(Buffer.of(0), sha(event));
  const path = lines.map((line) => Buffer.from(line, 'base64'));
  demand(rootFrom(leaf, index, size, path).equals(root), 'it is not in the log');
  return opened;
}

type End = { end?: { index: number; path: string[] }; next?: { event: string; proof: string } };
type Last = { stream: string; revision: number; hash: string };

/** Whether nothing can have been cut off behind the last event: false for a file under a head of before ends were signed. */
function isWhole({ end, next }: End, last: Last, to: string | null, head: Head, vkey: string): boolean {
  if (next) {
    const { stream, revision, previous, metadata } = JSON.parse(next.event);
    const follows = stream === last.stream && previous === last.hash && revision === String(last.revision + 1);
    demand(follows && to !== null && metadata.time > to, 'the next event shows no end');
    prove(next.event, next.proof, vkey);
    return true;
  }
  demand((end === undefined) === (head.ends === undefined), 'the end is missing');
  if (!end || !head.ends) return false;
  const leaf = sha(Buffer.of(0), `${last.stream}\n${last.revision}\n${last.hash}`);
  const path = end.path.map((line) => Buffer.from(line, 'base64'));
  demand(end.index < head.ends.count, 'the end stands behind the last');
  demand(rootFrom(leaf, end.index, head.ends.count, path).equals(head.ends.root), 'the stream ends elsewhere');
  return true;
}

type Given = End & {
  period: { from: string | null; to: string | null };
  events: { event: string; proof?: string }[];
  format: string;
};

/** Balances of a statement in minor units. @throws Error */
export function checkStatementAlone(
  file: string,
  vkey: string,
): { opening: bigint; closing: bigint; changes: bigint[]; whole: boolean } {
  const { format, period, events, ...given } = JSON.parse(file) as Given;
  demand(/^giftledger-statement-proof@v[12]$/.test(format), 'it is of another format');
  let [previous, wallet, now] = ['0'.repeat(64), '', ''];
  let head: Head | undefined;
  let opening = 0n;
  const changes: bigint[] = [];
  for (const [revision, { event, proof }] of events.entries()) {
    const { type, stream, data, metadata, ...link } = JSON.parse(event);
    demand(revision > 0 || type === 'WalletOpened', 'the beginning is missing');
    demand(link.revision === String(revision) && link.previous === previous, `event ${revision} does not follow`);
    if (revision === 0) wallet = stream;
    demand(stream === wallet, 'it is of another wallet');
    previous = sha(event).toString('hex');
    if (metadata.time > now) now = metadata.time;
    demand(period.to === null || now <= period.to, `event ${revision} is of after the period`);
    const isBefore = period.from !== null && now < period.from;
    if (proof !== undefined) head = prove(event, proof, vkey);
    else demand(isBefore && revision < events.length - 1, `event ${revision} has no proof`);
    const signs: Record<string, bigint> = { WalletCredited: 1n, WalletDebited: -1n, WalletHoldCaptured: -1n };
    const change = (signs[type] ?? 0n) * BigInt(type in signs ? data.amount.amount : 0);
    if (isBefore) opening += change;
    else if (change !== 0n) changes.push(change);
  }
  demand(head !== undefined, 'it has no events');
  const whole = isWhole(given, { stream: wallet, revision: events.length - 1, hash: previous }, period.to, head, vkey);
  demand(whole || format.endsWith('@v1'), 'the end is missing');
  return { opening, changes, closing: changes.reduce((sum, change) => sum + change, opening), whole };
}

/** One movement alone: returns the event that it proves. @throws Error */
export function checkMovementAlone(proof: string, vkey: string): unknown {
  const extra = /^extra (\S+)$/m.exec(proof)?.[1] ?? '';
  const event = Buffer.from(extra, 'base64').toString('utf8');
  prove(event, proof, vkey);
  return JSON.parse(event);
}

type GivenCode = End & {
  line: string;
  code: { id: string; ending?: string; digest?: string };
  events: { event: string; proof: string; codes?: string[]; shown?: { index: number; path: string[] } }[];
};

/** The life of a code: the types of its events. @throws Error */
export function checkCodeAlone(
  file: string,
  vkey: string,
): { ending: string | undefined; life: string[]; whole: boolean } {
  const { line, code, events, ...given } = JSON.parse(file) as GivenCode;
  const { format } = JSON.parse(file);
  demand(/^giftledger-code-proof@v[12]$/.test(format), 'it is of another format');
  let [previous, order] = ['0'.repeat(64), ''];
  let head: Head | undefined;
  let ending: string | undefined;
  const life: string[] = [];
  for (const [revision, { event, proof, codes, shown }] of events.entries()) {
    const { type, stream, data, ...link } = JSON.parse(event);
    demand(revision > 0 || type === 'OrderPlaced', 'the beginning is missing');
    demand(link.revision === String(revision) && link.previous === previous, `event ${revision} does not follow`);
    if (revision === 0) order = stream;
    demand(stream === order, 'it is of another order');
    previous = sha(event).toString('hex');
    head = prove(event, proof, vkey);
    if (codes) {
      const given = (data.lines as { lineId: string; codesDigest: string }[]).find(({ lineId }) => lineId === line);
      demand(sha(codes.join('\n')).toString('hex') === given?.codesDigest, 'the codes are others');
      demand(codes.includes(code.id), 'the code is not among them');
    }
    if (shown) {
      const leaf = sha(Buffer.of(0), `${code.id}\n${code.ending}\n${code.digest}`);
      const path = shown.path.map((hash) => Buffer.from(hash, 'base64'));
      demand(rootFrom(leaf, shown.index, data.codes, path).toString('hex') === data.codesRoot, 'it was not shown');
      ending = code.ending;
    }
    if (type === 'OrderPlaced' || type === 'OrderPaid' || codes || shown) life.push(type);
  }
  demand(life.includes('OrderFulfilled') && head !== undefined, 'it was not allocated');
  const whole = isWhole(given, { stream: order, revision: events.length - 1, hash: previous }, null, head, vkey);
  demand(whole || format.endsWith('@v1'), 'the end is missing');
  return { ending, life, whole };
}
