// The first step of every command: installs the packages, and with them the right Node, when they are missing or out of date.
// Plain JavaScript on built-in modules only: it must run on the Node that the machine happens to have.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const mark = join(root, 'node_modules/.giftledger-installed');
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const node = join(root, 'node_modules/.bin/node');
const hasNode = existsSync(node) || Number(process.versions.node.split('.')[0]) >= 24;
const installed = existsSync(mark) && hasNode ? readFileSync(mark, 'utf8') : '';

if (installed !== wanted) {
  const start = Date.now();
  console.log('Installing packages (once, about half a minute) …');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
  if (npm.error || npm.status !== 0) {
    console.error(
      `\nThe packages could not be installed${npm.error ? ` (${npm.error.message})` : ''}. ` +
        'Check the network connection and the free disk space, then run the same command again.',
    );
    process.exit(1);
  }
  const version =
    spawnSync(existsSync(node) ? node : process.execPath, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
  if (Number(version.slice(1).split('.')[0]) < 24) {
    console.error(
      `Giftledger runs on Node 24 or newer, this is ${version || 'unknown'}: no build of Node for ${process.platform}-${process.arch} came with the packages. Install Node 24 and run the command again.`,
    );
    process.exit(1);
  }
  writeFileSync(mark, wanted);
  console.log(`Installed in ${((Date.now() - start) / 1000).toFixed(0)} s.`);
}
