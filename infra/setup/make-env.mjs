// `node infra/setup/make-env.mjs > .env`: random secrets for docker-compose.yml. Keep the file: the data is bound to its key.
import { randomBytes } from 'node:crypto';

const secret = () => randomBytes(36).toString('base64url');
console.log(
  [
    `POSTGRES_PASSWORD=${randomBytes(18).toString('base64url')}`,
    `JWT_SECRET=${secret()}`,
    `ADMIN_JWT_SECRET=${secret()}`,
    `DATA_ENCRYPTION_KEY=${randomBytes(32).toString('base64')}`,
    `EVENT_MAC_KEY=${randomBytes(32).toString('base64')}`,
  ].join('\n'),
);
