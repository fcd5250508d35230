import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { allDelivered, buySome, signIn } from './customer.ts';
import { HEALTHY_LIMIT_MS, type Project, run } from './project.ts';
import { step } from './step.ts';

/** What is kept apart from the store, and what is known of it. */
type Saved = {
  /** Folders: of the backup, and of the keys and a head of the log. */
  readonly kept: string;
  readonly key: string;
  readonly head: string;
  readonly logKey: string;
  readonly secrets: string;
  readonly balance: unknown;
  readonly orders: readonly string[];
  /** Orders of after the set. */
  readonly lost: readonly string[];
};
const ME = `${process.getuid?.()}:${process.getgid?.()}`;

/** docs/operations.md#backups and docs/runbooks/restore.md, in compose: a running store, all of its volumes lost, and the store again. */
export async function everythingIsLost(project: Project, folder: string): Promise<void> {
  const saved = await step('a backup is made and checked', () => save(project, folder));
  await project.down();
  const { key, head, logKey, secrets, balance, orders, lost } = saved;
  const { envFile, env, tool, up, isReady, ledger } = project;
  await writeFile(envFile, secrets);
  await step('after the loss of all volumes it is restored, and sound by the independent check', () =>
    restore(project, folder, saved),
  );
  await step('it has all of the set and nothing after it, and customers buy', async () => {
    await tool('migrations');
    await up();
    await isReady();
    const against = ['verify', '--against', `/key/${path.basename(head)}`, '--key', logKey];
    await tool('--no-deps', '-v', `${key}:/key:ro`, 'ledger', ...against);
    await ledger('check');
    const customer = await signIn(env.PUBLIC_URL);
    assert.deepEqual(await customer.balance(), balance);
    await allDelivered(customer, orders);
    for (const id of lost) assert.equal(await customer.hasOrder(id), false, id);
    await buySome(customer);
    await tool('backup', 'programs/backup.ts');
    return `${orders.length} orders are there, ${lost.length} of after the set are not`;
  });
  await writeFile(envFile, '');
}

async function save(project: Project, folder: string): Promise<Saved> {
  const { env, compose, tool } = project;
  const [key, kept] = [path.join(folder, 'key'), path.join(folder, 'kept')];
  await mkdir(key);
  const made = await run('docker', [
    ...['run', '--rm', '--network', 'none', '--user', ME, '-v', `${key}:/key`, 'giftledger-tools'],
    ...['node', 'programs/backup.ts', '--new-key', '/key/backup-key.txt'],
  ]);
  // The user of the container reads it.
  await chmod(path.join(key, 'backup-key.txt'), 0o644);
  env.BACKUP_RECIPIENT = made.stdout.split('\n')[0];
  const customer = await signIn(env.PUBLIC_URL);
  const orders = await buySome(customer);
  const balance = await customer.balance();
  await compose('exec', '-T', 'notary', 'node', '--env-file=/secrets/part.env', 'programs/notary.ts');
  const published = async (name: string) => (await fetch(`${env.PUBLIC_URL}/tlog/${name}`)).text();
  const head = path.join(key, 'head.checkpoint');
  await writeFile(head, await published('checkpoint'));
  const logKey = (await published('key')).trim();
  await compose('--profile', 'backup', 'up', '-d', 'backup');
  await eventually(() => tool('backup', 'programs/backup.ts', '--check'), HEALTHY_LIMIT_MS);
  await compose('--profile', 'backup', 'stop', 'backup');
  const lost = await buySome(customer);
  await copyBackups(project, kept);
  return { kept, key, head, logKey, secrets: await project.secrets(), balance, orders, lost };
}

/** What the independent check of the certificate says. */
async function restore(project: Project, folder: string, { kept, key, head, logKey }: Saved): Promise<string> {
  const { tool } = project;
  const keptAt = ['-v', `${kept}:/kept:ro`];
  await tool('migrations');
  await tool('access');
  await tool(...keptAt, 'backup', 'programs/backup.ts', '--to', '/kept', '--check');
  await tool(
    ...[...keptAt, '-v', `${key}:/key:ro`, 'restore', '--from', '/kept', '--identity', '/key/backup-key.txt'],
    ...['--head', `/key/${path.basename(head)}`, '--key', logKey],
  );
  const made = path.join(folder, 'made');
  await copyBackups(project, made);
  const certificate = path.join(made, 'certificate.json');
  const { set } = JSON.parse(await readFile(certificate, 'utf8')) as { set: { name: string } };
  const { stdout } = await run(
    process.execPath,
    ['infra/proof/independent/check-restore.ts', certificate, path.join(kept, set.name), head, logKey],
    { cwd: PROJECT_ROOT },
  );
  assert.match(stdout, /^Yes/);
  return stdout.trim();
}

/** A copy of the volume, of whose files only the container's user reads all; in this copy everybody does. */
async function copyBackups({ volume }: Project, to: string): Promise<void> {
  await mkdir(to);
  await run('docker', [
    ...[
      'run',
      '--rm',
      '--network',
      'none',
      '--user',
      '0',
      '-v',
      `${volume('backups')}:/backups:ro`,
      '-v',
      `${to}:/copy`,
    ],
    ...['giftledger-tools', 'sh', '-c', `cp -r /backups/. /copy && chown -R ${ME} /copy && chmod -R a+rX /copy`],
  ]);
}
