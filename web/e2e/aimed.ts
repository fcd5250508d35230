/**
 * The main job against a store that runs already: `E2E_URL=https://… npm test -- e2e web/e2e/main-job.e2e.test.ts`.
 * docs/containers.md lists the variables.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';

const { E2E_URL, E2E_MAILBOX_URL, E2E_CA, E2E_TOOLS, E2E_ADMIN_EMAIL, E2E_ADMIN_PASSWORD } = process.env;

/** Whether the store is not ours to start. */
export const isAimed = Boolean(E2E_URL);

/** Browsers have no list of authorities that a test could add to; our own calls verify. */
export const trust = { ignoreHTTPSErrors: Boolean(E2E_CA) };

/** Who approves: an owner or approver without a second factor. */
export const ADMINISTRATOR = {
  email: E2E_ADMIN_EMAIL || SIGN_INS.administrator.email,
  password: E2E_ADMIN_PASSWORD || SIGN_INS.administrator.password,
};

/** The store at E2E_URL, which is neither started nor stopped. */
export function aimedProduct() {
  if (E2E_CA) setDefaultCACertificates([...getCACertificates('default'), readFileSync(E2E_CA, 'utf8')]);
  const [program = '', ...first] = (E2E_TOOLS ?? '').split(' ');
  // npm takes options before these dashes for its own: a dry run of a rebuild would switch.
  const dashes = [program, ...first].includes('npm') ? ['--'] : [];
  return {
    url: String(E2E_URL).replace(/\/$/, ''),
    mailboxUrl: E2E_MAILBOX_URL || 'http://localhost:3001',
    run: async (script: string, args: string[]): Promise<string> => {
      if (program === '') throw new Error('E2E_TOOLS is not set, such as: docker compose run --rm -T');
      const { stdout } = await promisify(execFile)(program, [...first, serviceOf(script), ...dashes, ...args], {
        maxBuffer: 64 * 1024 * 1024,
      });
      return stdout;
    },
    output: () => '',
    stop: async () => {},
  };
}

/** The service of docker-compose.yml that runs a program: `programs/ledger/main.ts` is `ledger`. */
const serviceOf = (script: string): string =>
  path.basename(script === 'programs/ledger/main.ts' ? path.dirname(script) : script, '.ts');
