import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { migrate } from '#infra/adapters/postgres/migrate.ts';
import { freePort } from '#infra/local/ports.ts';
import { type RunningPostgres, startPostgres } from '#infra/local/postgres/start-postgres.ts';
import { giveTo, unprivilegedUser } from '#infra/local/postgres/unprivileged-user.ts';
import { errorCode } from '#infra/local/problem.ts';
import { identify, waitUntilGone } from '#infra/local/processes.ts';
import { rowsAt, withClient } from './database.ts';
import { makeThrowawayDir } from './throwaway-dir.ts';

const run = promisify(execFile);

const PASSWORD = 'of-this-run-alone';
const DATABASE = 'store';
const STANDBY = 'standby';
const END_LIMIT_MS = 30_000;
/** The test cluster's own haste, but for what a failover is about: pages are whole, and a commit waits for the standby. */
const SETTINGS = [
  'wal_level=replica',
  'max_wal_senders=8',
  'wal_keep_size=512MB',
  'full_page_writes=on',
  'synchronous_commit=on',
  'max_connections=200',
];

type Server = { readonly dir: string; readonly port: number; running: RunningPostgres | undefined };

/** A primary and its synchronous standby, as docs/runbooks/postgres.md makes them. */
export type ReplicatedPostgres = {
  /** With both servers in it. */
  readonly url: string;
  urlOf(which: 'primary' | 'standby'): string;
  /** `kill -9` of the primary with all that belongs to it. */
  killPrimary(): Promise<void>;
  killStandby(): Promise<void>;
  /** The killed standby starts again, and follows the primary. */
  startStandby(): Promise<void>;
  /** While it is paused, the standby gets all writes, and shows none of them. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** The standby becomes the primary; then there is no standby. */
  promote(): Promise<void>;
  /** The dead primary starts again, as it was: the mistake that fencing is against. */
  bringBackDead(): Promise<void>;
  /** In place of the dead primary, a new standby of the present one. */
  replaceDead(): Promise<void>;
  stop(): Promise<void>;
};

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const place = await makeThrowawayDir('replicated');
  // Where root runs the tests, Postgres is another user.
  await chmod(place.path, 0o755);
  const server = async (name: string): Promise<Server> => ({
    dir: path.join(place.path, name),
    port: await freePort(),
    running: undefined,
  });
  let [primary, standby] = [await server('one'), await server('two')];
  const start = async (one: Server) => {
    one.running = await startPostgres({ ...one, password: PASSWORD, fast: true, settings: SETTINGS });
  };
  const urlOf = ({ port }: Server, database = DATABASE) =>
    `postgresql://giftledger:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const ask = <Row extends pg.QueryResultRow>(one: Server, text: string) => rowsAt<Row>(urlOf(one, 'postgres'), text);

  async function makeStandby(): Promise<void> {
    await ask(primary, `select pg_create_physical_replication_slot('${STANDBY}', true)`);
    await copyRunning(urlOf(primary, 'postgres'), primary.dir, standby.dir);
    const conninfo = `host=127.0.0.1 port=${primary.port} user=giftledger password=${PASSWORD} application_name=${STANDBY}`;
    await writeAs(
      path.join(standby.dir, 'data/postgresql.auto.conf'),
      `primary_conninfo = '${conninfo}'\nprimary_slot_name = '${STANDBY}'\n`,
    );
    await writeAs(path.join(standby.dir, 'data/standby.signal'), '');
    await start(standby);
    await ask(primary, `alter system set synchronous_standby_names = '${STANDBY}'`);
    await ask(primary, 'select pg_reload_conf()');
    await eventually(async () => {
      const [row] = await ask<{ state: string }>(primary, 'select sync_state as state from pg_stat_replication');
      if (row?.state !== 'sync') throw new Error(`The standby is not synchronous: ${row?.state}.`);
    });
  }

  await start(primary);
  await ask(primary, `create database ${DATABASE}`);
  await migrate(urlOf(primary));
  await makeStandby();
  return {
    url: `postgresql://giftledger:${PASSWORD}@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/${DATABASE}`,
    urlOf: (which) => urlOf(which === 'primary' ? primary : standby),
    killPrimary: () => killServer(primary),
    killStandby: () => killServer(standby),
    startStandby: () => start(standby),
    async pauseReplay() {
      await ask(standby, 'select pg_wal_replay_pause()');
      await eventually(async () => {
        const [row] = await ask<{ state: string }>(standby, 'select pg_get_wal_replay_pause_state() as state');
        if (row?.state !== 'paused') throw new Error(`The replay is not paused: ${row?.state}.`);
      });
    },
    async resumeReplay() {
      await ask(standby, 'select pg_wal_replay_resume()');
    },
    async promote() {
      await ask(standby, 'select pg_promote()');
      [primary, standby] = [standby, primary];
    },
    bringBackDead: () => start(standby),
    async replaceDead() {
      await standby.running?.stop();
      await rm(standby.dir, { recursive: true });
      await makeStandby();
    },
    async stop() {
      await standby.running?.stop();
      await primary.running?.stop();
      await place.remove();
    },
  };
}

/** What pg_basebackup does, which the embedded Postgres does not bring. */
const copyRunning = (url: string, from: string, to: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query("select pg_backup_start('standby', fast => true)");
    await mkdir(to);
    // Files keep their owner.
    await run('cp', ['-a', path.join(from, 'data'), to]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    for (const own of ['postmaster.pid', 'postmaster.opts', 'pg_replslot']) {
      await rm(path.join(to, 'data', own), { recursive: true, force: true });
    }
    const user = unprivilegedUser();
    await mkdir(path.join(to, 'data/pg_replslot'));
    if (user) await Promise.all([giveTo(to, user), giveTo(path.join(to, 'data/pg_replslot'), user)]);
    await writeAs(path.join(to, 'data/backup_label'), rows[0]?.labelfile ?? '');
  });

async function writeAs(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600 });
  const user = unprivilegedUser();
  if (user) await giveTo(file, user);
}

async function killServer({ dir }: Server): Promise<void> {
  const postmaster = Number((await readFile(path.join(dir, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const backends = stdout.split('\n').flatMap((line) => {
    const [pid = 0, parent] = line.trim().split(/\s+/).map(Number);
    return parent === postmaster ? pid : [];
  });
  const all = [postmaster, ...backends].map(identify);
  for (const { pid } of all) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // A backend ends by itself when it notices that the first one is gone.
      if (errorCode(error) !== 'ESRCH') throw error;
    }
  }
  await waitUntilGone(all, END_LIMIT_MS);
}
