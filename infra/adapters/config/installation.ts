import { z } from 'zod';
import { accounts } from './accounts.ts';

const port = (fallback: number) =>
  z.coerce.number({ error: 'expected a port number' }).int().min(0).max(65_535).default(fallback);

/**
 * Variables of what sets the store up and stands beside it: migrations, users, `npm start`, docker-compose.yml. With those of the parts
 * (variables.ts) they are all that an operator sets.
 */
export const installation = z.object({
  DATABASE_ACCOUNTS: accounts.describe(
    'Passwords of the roles that `migrations` makes in Postgres, one for each part: `web:password,jobs:password,…`. In containers they make themselves, and `owner` is the one of the database.',
  ),
  EVENTSTORE_ACCOUNTS: accounts.describe(
    'Passwords of the users that `access` makes in the event store, one for each part; the embedded node has `admin` among them. In containers they make themselves, and `admin` and `ops` are those of a new server.',
  ),
  SERVERS_CA: z
    .string()
    .optional()
    .describe(
      'Containers: file of the authorities of a Postgres and an event store of your own, where they are private ones.',
    ),
  GIFTLEDGER_DATA_DIR: z.string().optional().describe('`npm start`: folder of all data and logs, `.data` as a rule.'),
  MAILBOX_PORT: port(3001).describe('`npm start` and containers: port of the local mailbox.'),
  EDGE_PORT: port(443).describe('Containers: port of the edge, which speaks TLS with browsers.'),
});
