// `node infra/setup/make-env.mjs`: writes .env, the secrets of docker-compose.yml. Keep the file: the data is bound to its keys.
import { randomBytes } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';

const FILE = process.argv[2] ?? '.env';
const ACCOUNTS = {
  POSTGRES: ['WEB', 'JOBS', 'PROCESSES', 'PROJECTIONS', 'TOOLS', 'FINANCE', 'NOTARY'],
  EVENTSTORE: ['ADMIN', 'OPS', 'WEB', 'JOBS', 'PROCESSES', 'PROJECTIONS', 'TOOLS', 'FINANCE', 'NOTARY'],
};

const password = () => randomBytes(24).toString('base64url');
const key = () => randomBytes(32).toString('base64');
const lines = [
  '# Of the owner of the database; then of each part, and of the servers’ administrators.',
  `POSTGRES_PASSWORD=${password()}`,
  ...Object.entries(ACCOUNTS).flatMap(([server, users]) =>
    users.map((user) => `${server}_${user}_PASSWORD=${password()}`),
  ),
  `JWT_SECRET=${randomBytes(36).toString('base64url')}`,
  `ADMIN_JWT_SECRET=${randomBytes(36).toString('base64url')}`,
  `DATA_ENCRYPTION_KEY=${key()}`,
  `EVENT_MAC_KEY=${key()}`,
  `NOTARY_KEY=${key()}`,
];

try {
  // Never over one that is there: without its keys the data cannot be read.
  writeFileSync(FILE, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  console.log(`Wrote ${FILE}, readable by you alone. Keep a copy apart from the backups of the database.`);
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
  console.error(`${FILE} is there already, and the data is bound to its keys: it was left as it is.`);
  if (statSync(FILE).mode & 0o077) console.error(`Others on this machine may read it: chmod 600 ${FILE}`);
  process.exitCode = 1;
}
