// `npm start`: the whole system in one terminal. Ctrl-C stops it, a second one at once.
import path from 'node:path';
import { inspect, styleText } from 'node:util';
import { readOptions } from '#infra/adapters/config/command-options.ts';
import { ConfigError } from '#infra/adapters/config/config-error.ts';
import { otherEventStore } from '#infra/local/environment.ts';
import { foldRepeats } from '#infra/local/fold-repeats.ts';
import { giveBackWhenIdle } from '#infra/local/give-back.ts';
import { localDataDir } from '#infra/local/paths.ts';
import { LocalStackProblem } from '#infra/local/problem.ts';
import { createSteps } from '#infra/local/steps.ts';
import { createSupervisor, type StartedStack } from '#infra/local/supervisor.ts';

/** npm passes Ctrl-C on, and the terminal sends it too: two within this time count as one. */
const SAME_CTRL_C_MS = 1_000;
/** Of a store that began empty. */
const OWN_DATA_DIR = '.data-own';

const { empty: isEmpty } = readOptions(
  'npm start [-- --empty]\n\nThe whole store on this machine. With --empty it begins without demonstration data, in a data folder of its own.',
  { empty: { type: 'boolean', default: false } },
);
// Never mixed with the demonstration.
if (isEmpty) {
  process.env.GIFTLEDGER_SEED = 'none';
  process.env.GIFTLEDGER_DATA_DIR ||= OWN_DATA_DIR;
}

const steps = createSteps((text) => process.stdout.write(text), process.stdout.isTTY === true);
const say = foldRepeats((line) => steps.print(`  ${styleText('yellow', '!')} ${line}`));
const supervisor = createSupervisor({
  dataDir: localDataDir(),
  env: process.env,
  steps,
  say,
  onLost: () => {
    say(
      `${localDataDir()} was removed while the store was running from it. Stop the store before you remove its data.`,
    );
    void stop(1);
  },
});

let stoppingSince: number | undefined;
async function stop(exitCode: number): Promise<void> {
  if (stoppingSince !== undefined) {
    if (Date.now() - stoppingSince < SAME_CTRL_C_MS) return;
    supervisor.kill();
    process.exit(1);
  }
  stoppingSince = Date.now();
  steps.print('\n  Stopping …');
  try {
    await supervisor.stop();
    steps.print(exitCode === 0 ? '  Stopped. Everything is saved.' : '  Stopped.');
    process.exit(exitCode);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

/** What is wrong in words; an error that we did not foresee is shown whole, after them. */
function reasonOf(error: unknown): string {
  if (error instanceof LocalStackProblem || error instanceof ConfigError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `${message || 'A step failed without a reason'} (at the step marked with a cross above). This was not foreseen: start once more, and report it with these lines and the logs in ${path.join(localDataDir(), 'logs')} if it stays. Nothing that was saved is lost.\n\n${inspect(error)}`;
}

async function describeEventStore(): Promise<string> {
  const other = otherEventStore(process.env);
  if (other === undefined) return 'embedded, in the Postgres of this store';
  const { describeServer } = await import('#infra/adapters/eventstore/server.ts');
  return describeServer(other);
}

async function announce(stack: StartedStack): Promise<void> {
  const row = (label: string, value: string) => `  ${styleText('dim', label.padEnd(14))} ${value}`;
  const lines = [
    '',
    `  ${styleText('bold', 'Giftledger is ready')} ${styleText('dim', `after ${steps.total()}`)}`,
    '',
    row('Store', styleText('cyan', stack.url)),
    row('Back office', styleText('cyan', `${stack.url}/admin`)),
    row('Mailbox', `${styleText('cyan', stack.mailboxUrl)} ${styleText('dim', '(every mail that the store sends)')}`),
    row('API', styleText('cyan', `${stack.url}/api/docs`)),
    row('Event store', await describeEventStore()),
  ];
  if (stack.setupUrl !== undefined)
    lines.push(
      '',
      row('Set it up at', styleText('cyan', stack.setupUrl)),
      `  ${styleText('dim', 'The address has a secret that works once; each start makes another one.')}`,
    );
  if (stack.signIns.length > 0)
    lines.push('', ...stack.signIns.map((one) => row(one.role, `${one.email}  ${one.password}`)));
  lines.push('', `  ${styleText('dim', `Data and logs: ${localDataDir()}. Ctrl-C stops everything.`)}`, '');
  steps.print(lines.join('\n'));
}

// A terminal that is closed reads no more; the stop that follows must not fail by it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
steps.print(`\n  ${styleText('bold', 'Giftledger')}\n`);
try {
  await announce(await supervisor.start());
  giveBackWhenIdle();
} catch (error) {
  // A signal during the start makes the start fail; `stop` is running then.
  if (stoppingSince === undefined) {
    stoppingSince = Date.now();
    console.error(`\n${styleText('red', '  Giftledger could not start.')}\n\n  ${reasonOf(error)}\n`);
    await supervisor.stop();
    process.exit(1);
  }
}
