// Signs the head of the ledger's log, and ends: `node programs/notary.ts`, once a day and on demand. With `--new`, at a start, it
// reads what came after the last head alone, while the whole log was read within a week. It exits with 1
// when the log is not the one whose last head was signed, 2 when it could not work, 3 when there is nothing to sign yet.
import { constants, setPriority } from 'node:os';
import { NotaryRefusal } from '#core/proofs/notary/notary.ts';
import { loadConfig } from '#infra/adapters/config/config.ts';
import { createLogger } from '#infra/adapters/logger/logger.ts';
import { NOTARY_EXIT } from '#infra/adapters/notary/exit.ts';
import { runNotary } from '#infra/wiring/run-notary.ts';

const config = loadConfig(process.env, 'notary');
const logger = createLogger({ part: 'notary', level: config.logLevel });
// Nobody waits for it.
setPriority(constants.priority.PRIORITY_LOW);
try {
  const head = await runNotary(config, { mayGoOn: process.argv.includes('--new') });
  for (const problem of head?.problems ?? []) logger.warn(problem);
  if (head) logger.info({ size: head.size, added: head.added }, 'the head of the log is signed');
  else {
    logger.info('the ledger has no events yet');
    process.exitCode = NOTARY_EXIT.nothingYet;
  }
} catch (error) {
  if (error instanceof NotaryRefusal) {
    logger.fatal({ reason: error.message }, 'the head of the log was not signed: docs/runbooks/tamper-alarm.md');
    process.exitCode = NOTARY_EXIT.refused;
  } else {
    logger.error({ err: error }, 'the notary could not work, and tries again');
    process.exitCode = NOTARY_EXIT.failed;
  }
}
// Keepalive timers of the client would keep the process running.
process.exit();
