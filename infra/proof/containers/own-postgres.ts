import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '#infra/local/ports.ts';
import type { Project } from './project.ts';

const FILE = 'infra/proof/containers/own-postgres.yml';

/** Settings of a store with a primary and its standby elsewhere, which are started, and with the edge before up to two of `web`. */
export async function prepareOwnPostgres({ env, up, compose, tool, sqlAt }: Project, folder: string): Promise<void> {
  const OWN_PASSWORD = randomUUID();
  const edgePort = String(await freePort());
  const authorities = path.join(folder, 'ca.crt');
  Object.assign(env, {
    OWN_PASSWORD,
    COMPOSE_FILE: [process.env.COMPOSE_FILE ?? 'docker-compose.yml', FILE].join(path.delimiter),
    COMPOSE_PROFILES: 'edge',
    PUBLIC_URL: `https://localhost:${edgePort}`,
    EDGE_PORT: edgePort,
    PORT: await portRange(),
    TRUST_PROXY: '1',
    DATABASE_URL: `postgresql://keeper:${OWN_PASSWORD}@two:5432,one:5432/store?reads=standby`,
    SERVERS_CA: authorities,
  });
  await up('one');
  await writeFile(authorities, await tool('own-certificate', 'cat', '/authorities/one/ca/ca.crt'));
  await compose(
    'exec',
    '-T',
    'one',
    'sh',
    '-c',
    'echo "hostssl replication replica all scram-sha-256" >> "$PGDATA/pg_hba.conf"',
  );
  // The owner is no superuser.
  await sqlAt(
    'one',
    'postgres',
    `create role replica login replication password '${OWN_PASSWORD}'`,
    `create role keeper login createrole password '${OWN_PASSWORD}'`,
    'create database store owner keeper',
    "select pg_create_physical_replication_slot('standby', true)",
    'select pg_reload_conf()',
  );
  await up('two');
  await sqlAt('one', 'postgres', "alter system set synchronous_standby_names = 'standby'", 'select pg_reload_conf()');
}

/** Two ports that follow each other, as compose takes those of two containers. */
async function portRange(): Promise<string> {
  for (;;) {
    const [first, second] = [await freePort(), await freePort()];
    if (second === first + 1) return `${first}-${second}`;
  }
}
