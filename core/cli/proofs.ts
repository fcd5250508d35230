import { writeFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import type { CheckedCode } from '#core/proofs/check/code.ts';
import { distinctKeys } from '#core/proofs/check/note.ts';
import { checkAnyProof } from '#core/proofs/check/proof-file.ts';
import type { CheckedHead, Witnesses } from '#core/proofs/check/proven-events.ts';
import { closingTimeOf, codeInWords, momentInWords, statementInWords, stepInWords } from '#core/proofs/check/words.ts';
import { proveStatement } from '#core/proofs/statement.ts';
import { readHead, readKey, textOf } from './heads.ts';
import { findStream, type Name, parseName } from './names.ts';
import { withFormats } from './options.ts';
import { CliError, EXIT, type Output, refuseFile } from './output.ts';
import { replayStored } from './replay.ts';
import { type Format, timeFor, writeRows } from './table.ts';
import { verify } from './verify.ts';
import type { Kept, Workplace } from './workplace.ts';

type VerifyFlags = {
  readonly stream?: Name;
  readonly json?: boolean;
  readonly against?: string[];
  readonly key?: string;
};

type CheckFlags = {
  readonly key: string;
  readonly witness?: string[];
  readonly atLeast?: number;
  readonly format: Format;
};

/** Proves the log to others: signs heads of it, and compares the log with them. */
export function addProofs(program: Command, { withStore, signHead, output }: Workplace): void {
  program
    .command('verify')
    .description('recompute the hash chains; names the first event that was tampered with')
    .addOption(new Option('--stream <name>', 'one stream only').argParser(parseName()).conflicts('against'))
    .option('--json', 'as JSON: events, streams, snapshots, heads')
    .option('--against <head...>', 'files or addresses of signed heads, or files of proofs, which the log must lead to')
    .option('--key <key>', 'the verifier key that signed them, or a file with it: not from where the heads come from')
    .addHelpText(
      'after',
      `
Examples:
  ledger verify --against https://shop.example/tlog/checkpoint --key shop.example.key
  ledger verify --against january.checkpoint mine.checkpoint --key shop.example.key
  ledger verify --against theirs.proof.json --key shop.example.key

A head is what https://…/tlog/checkpoint answered on some day. The key stands at https://…/tlog/key: note it on the first day, and
compare it with somebody else's note of it.`,
    )
    .action(async ({ stream, json, against = [], key }: VerifyFlags) => {
      if (against.length > 0 && key === undefined) {
        throw new CliError(
          '--against needs --key: a head proves something only under a key that you know.',
          EXIT.usage,
        );
      }
      const trusted = key === undefined ? undefined : await readKey(key);
      const heads = trusted ? await Promise.all(against.map((source) => readHead(source, trusted))) : [];
      await withStore(async (store, { keptEntries }) =>
        verify(store, output, {
          json,
          heads,
          keptEntries,
          stream: stream && (await findStream({ store, output }, stream)),
        }),
      );
    });

  const asCount = (text: string): number => {
    if (!/^\d{1,2}$/.test(text)) throw new InvalidArgumentError('Expected a number of witnesses.');
    return Number(text);
  };
  const checkProofCommand = program
    .command('check-proof')
    .description(
      'prove a statement, one movement, or the life of a gift code, by the key of the log alone; asks nobody',
    )
    .argument('<file>', 'what the customer was given: *.proof.json or *.tlog-proof')
    .requiredOption('--key <key>', 'the log’s verifier key, or a file with it: not from where the file comes from')
    .option('--witness <key...>', 'verifier keys of witnesses that must have signed the head too, or files with them')
    .addOption(
      new Option('--at-least <n>', 'how many of these witnesses are enough; all unless given').argParser(asCount),
    )
    .addHelpText(
      'after',
      `
A file proves the events up to its last one, and that nothing was cut off behind it: by the next event, or by the end of the stream
that the head has signed. A file under an older head has no signed end; what came after its last event is then not proven.`,
    );
  withFormats(checkProofCommand).action((file: string, flags: CheckFlags) => checkProof(output, file, flags));

  program
    .command('checkpoint')
    .description('read the whole log, and sign and publish its head as the notary does each day')
    .action(() => printHead({ output, signHead }));
}

export const keptLogAway = () =>
  new CliError('--proof needs what the notary keeps in Postgres, which is not there (DATABASE_URL).', EXIT.unavailable);

/** Writes the file that the wallet's page saves, for the same days. @throws CliError; DomainError when it would be too long */
export async function saveStatementProof(
  { store, output, withKeptLog }: { store: EventStore; output: Output; withKeptLog: Kept['withKeptLog'] },
  walletId: string,
  { from, to, file }: { readonly from?: Date; readonly to?: Date; readonly file: string },
): Promise<void> {
  if (!withKeptLog) throw keptLogAway();
  const period = { from: from?.toISOString() ?? null, to: to?.toISOString() ?? null };
  await withKeptLog(async (log) => {
    const proof = await proveStatement(store.readStream(`wallet-${walletId}`), period, log);
    if (proof === undefined) {
      throw new CliError(
        'No head of the log covers this yet: `ledger checkpoint` signs one at once, the notary each day.',
      );
    }
    await writeFile(file, proof, { mode: 0o600 }).catch(refuseFile(file, 'written'));
    const { notSignedYet }: { notSignedYet: number } = JSON.parse(proof);
    const newer =
      notSignedYet === 0 ? '' : ` ${notSignedYet} newer events of the wallet are not signed yet, and not in it.`;
    output.note(
      `${file} proves it by the head over ${log.size} events.${newer} To check it: ledger check-proof ${file} --key KEY`,
    );
  });
}

async function printHead({ output, signHead }: Pick<Workplace, 'output' | 'signHead'>): Promise<void> {
  const head = await signHead((store) => replayStored({ store, output }));
  if (!head) throw new CliError('The log is empty: there is nothing to sign.');
  await output.line(head.note.trimEnd());
  for (const problem of head.problems) output.note(problem);
  output.note(
    head.added === 0
      ? `Nothing was written since this head was signed; it covers ${head.size} events.`
      : `Signed: ${head.size} events, ${head.added} of them new. Verifier key: ${head.key}`,
  );
}

/** @throws CliError */
async function witnessesOf({ witness = [], atLeast }: CheckFlags): Promise<Witnesses> {
  const keys = distinctKeys(await Promise.all(witness.map(readKey)));
  if (atLeast !== undefined && atLeast > keys.length) {
    throw new CliError(`--at-least ${atLeast} needs as many --witness keys: ${keys.length} are given.`, EXIT.usage);
  }
  return { keys, atLeast: atLeast ?? keys.length };
}

async function checkProof(output: Output, file: string, flags: CheckFlags): Promise<void> {
  const { format } = flags;
  const key = await readKey(flags.key);
  const witnesses = await witnessesOf(flags);
  const checked = await checkAnyProof(await textOf(file), key, witnesses).catch((error: Error) => {
    throw new CliError(`${file} proves nothing. ${error.message}`);
  });
  if (checked.kind === 'code') return printCode(output, checked, format);
  const { kind, wallet, currency, head, lines, opening, closing, period, last } = checked;
  const balanceRow = (time: string, type: string, balance: string | undefined) =>
    balance === undefined ? [] : [{ time, document: '', type, change: '', balance, place: '' }];
  const rows = [
    ...balanceRow(period?.from ?? '', 'Opening balance', opening),
    ...lines,
    // The end of the period is named only where nothing is missing until then.
    ...balanceRow(closingTimeOf(checked), `Balance after event ${last?.revision}`, closing),
  ];
  await writeRows({ output, format }, rows, [
    { name: 'Time', width: 20, of: ({ time }) => timeFor(format)(time) },
    { name: 'Document', width: 16, of: ({ document }) => document },
    { name: 'Movement', width: 20, of: ({ type }) => type.replace(/^Wallet/, '') },
    { name: 'Change', width: 14, align: 'right', of: ({ change }) => change },
    { name: 'Balance', width: 14, align: 'right', of: ({ balance = '' }) => balance },
    { name: 'Currency', width: 8, of: () => currency },
    { name: 'Place in the log', width: 16, align: 'right', of: ({ place }) => `${place}` },
  ]);
  output.note(
    kind === 'statement'
      ? `The statement of wallet ${wallet} in ${currency} is proven. ${statementInWords(checked)} ${headInWords(head)}`
      : `The movement of wallet ${wallet} in ${currency} is proven: it stands in the signed log as it is shown here. ${headInWords(head)}`,
  );
}

const headInWords = ({ origin, size, cosigned }: CheckedHead): string => {
  const witnesses = cosigned.map(({ name, time }) => ` Its head was also signed by ${name} on ${momentInWords(time)}.`);
  return `The log is ${origin}; its head over ${size} events is signed by that key.${witnesses.join('')}`;
};

async function printCode(output: Output, checked: CheckedCode, format: Format): Promise<void> {
  await writeRows({ output, format }, checked.steps, [
    { name: 'Time', width: 20, of: ({ time }) => timeFor(format)(time) },
    { name: 'Step', width: 40, of: stepInWords },
    { name: 'Place in the log', width: 16, align: 'right', of: ({ place }) => `${place}` },
  ]);
  output.note(`${codeInWords(checked)} ${headInWords(checked.head)}`);
}
