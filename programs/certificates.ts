// `node programs/certificates.ts <folder> <server>:<user id> …`: makes a certificate for each server in its own
// folder, and again before it ends, with a key that only that user reads. Run it before the servers start.
import { chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ensureCertificate } from '#infra/adapters/crypto/certificates.ts';

const [dir = '', ...servers] = process.argv.slice(2);
if (dir === '' || servers.length === 0) {
  console.error('usage: node programs/certificates.ts <folder> <server>:<user id> …');
  process.exit(2);
}
for (const server of servers) {
  const [name = '', user = ''] = server.split(':');
  const own = path.join(dir, name);
  await mkdir(own, { recursive: true });
  const { key } = await ensureCertificate(own, [name, 'localhost']);
  await chown(key, Number(user), Number(user));
  console.log(`${own}: a certificate of ${name}`);
}
