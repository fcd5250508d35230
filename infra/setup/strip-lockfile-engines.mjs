// npm checks the `engines` fields that the lock file carries and warns on an older Node, although everything here runs on
// the Node that the lock file itself installs. Run after every `npm install`: `node infra/setup/strip-lockfile-engines.mjs`.
import { readFileSync, writeFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '') continue;
  delete entry.engines;
  delete entry.resolved;
}
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
