/** The npm of this machine: how it is started, and what its failures mean. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { ROOT } from './packages.mjs';

/** The npm that runs us, with the Node that it runs on; otherwise the one on the PATH. */
export function npmCall(args) {
  const { npm_execpath: script = '', npm_node_execpath: node = '' } = process.env;
  if (/(^|[\\/])npm-cli\.js$/.test(script) && existsSync(script) && existsSync(node)) return [node, [script, ...args]];
  return ['npm', args];
}

/** npm's settings are the terminal's: the registry, its certificates, a proxy. Those of Node are not, and do not matter to it. */
export function npmEnvironment() {
  const { NODE_OPTIONS: _options, NODE_ENV: _mode, ...env } = process.env;
  return env;
}

/** Whatever the terminal has set, all packages are installed, and none runs a script. */
export const CI = [
  ...['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
  ...['--no-dry-run', '--package-lock', '--no-global', '--bin-links'],
];

/** npm keeps what it downloads at home; where nothing can be written there, in the checkout. */
export function cacheOptions() {
  const usual = process.env.npm_config_cache || path.join(homedir(), '.npm');
  try {
    mkdirSync(usual, { recursive: true });
    accessSync(usual, constants.W_OK | constants.X_OK);
    return [];
  } catch {
    return [`--cache=${path.join(ROOT, '.cache/npm')}`];
  }
}

/** What to do about a failed `npm ci`, judged by what it said. */
export function installAdvice(said) {
  const [, code = ''] = /npm (?:error|ERR!) code (\S+)/.exec(said) ?? [];
  if (/^E(NOSPC|DQUOT)$/.test(code)) return 'The disk is full: free about 2 GB';
  if (/^E(ACCES|PERM|ROFS)$/.test(code)) {
    return `Something there cannot be written by this user (what npm said above names it): run the command as the user who owns ${ROOT}`;
  }
  if (/CERT|ISSUER|SIGNATURE/.test(code)) {
    return 'The registry’s certificate is signed by somebody whom Node does not know, such as the proxy of a company: set NODE_EXTRA_CA_CERTS to the file of its certificate';
  }
  if (
    /^E(NOTFOUND|CONNREFUSED|CONNRESET|TIMEDOUT|AI_AGAIN|NETUNREACH|HOSTUNREACH|SOCKETTIMEOUT|RR_SOCKET_TIMEOUT)$/.test(
      code,
    )
  ) {
    return 'The npm registry cannot be reached: check the network connection, and the proxy if there is one (npm config get proxy, npm config get registry)';
  }
  if (/^E(INTEGRITY|TARGET|404)$/.test(code)) {
    return 'The registry gave another package than package-lock.json names: check the registry (npm config get registry), and try npm cache verify';
  }
  return 'What npm said stands above. Check the network connection and the free disk space (about 2 GB)';
}
