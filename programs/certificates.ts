// `node programs/certificates.ts <folder> <folder of authorities> <server>[,<other name> …]:<user id> …`: makes a certificate for each
// server in its own folder (for a cluster: one with the names of all its nodes, by one authority), and again before it ends, with a key that only that user reads. What clients need to verify
// the servers goes into the other folder, under the same names: only that one is theirs. Run it before the servers start.
import { chown, copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ensureCertificate } from '#infra/adapters/crypto/certificates.ts';

const [dir = '', authorities = '', ...servers] = process.argv.slice(2);
if (servers.length === 0 || authorities.includes(':')) {
  console.error(
    'usage: node programs/certificates.ts <folder> <folder of authorities> <server>[,<other name> …]:<user id> …',
  );
  process.exit(2);
}
for (const server of servers) {
  const [names = '', user = ''] = server.split(':');
  const [name = '', ...others] = names.split(',');
  const own = path.join(dir, name);
  await mkdir(own, { recursive: true });
  const { ca, key } = await ensureCertificate(own, [name, ...others, 'localhost']);
  await chown(key, Number(user), Number(user));
  const open = path.join(authorities, name, 'ca');
  await mkdir(open, { recursive: true });
  await copyFile(ca, path.join(open, path.basename(ca)));
  console.log(`${own}: a certificate of ${[name, ...others].join(', ')}`);
}
