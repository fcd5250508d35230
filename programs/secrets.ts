// `node programs/secrets.ts <folder> <folder of data> <folder of authorities>`: completes the secrets of docker-compose.yml and
// hands each container its own; as root, before anything else starts. It repeats without harm. What is given comes as variables.
import { chmod, chown, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { type OwnServers, ownServersIn } from '#infra/containers/own-servers.ts';
import { completeSecrets, envFile, filesOf, SECRETS } from '#infra/containers/secrets.ts';
import { SecretsError } from '#infra/containers/secrets-error.ts';

/** The file of SERVERS_CA; empty where there is none. */
const GIVEN_AUTHORITY = '/given/ca.crt';

const [dir = '', dataDir = '', authorities = ''] = process.argv.slice(2);
if (authorities === '') {
  console.error('usage: node programs/secrets.ts <folder> <folder of data> <folder of authorities>');
  process.exit(2);
}
const keptFile = path.join(dir, 'all', 'secrets.env');
try {
  const kept = parseEnv(await readFile(keptFile, 'utf8').catch(emptyIfMissing));
  const secrets = completeSecrets(process.env, kept, { hasData: await holdsData(dataDir) });
  const own = await ownServers();
  // Kept first: what a part was given can then always be given again.
  await put(keptFile, 0, envFile(secrets));
  for (const { path: file, owner, text } of filesOf(secrets, own)) await put(path.join(dir, file), owner, text);
  const isNew = Object.keys(kept).length === 0;
  console.log(
    isNew
      ? `${SECRETS.filter((name) => secrets[name]).length} secrets are made. Keep a copy of them apart from the data, which nobody can read without them: docker compose run --rm secrets cat ${keptFile}`
      : 'The secrets are in place.',
  );
} catch (error) {
  if (!(error instanceof SecretsError)) throw error;
  console.error(error.message);
  process.exit(1);
}

async function put(file: string, owner: number, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const partial = `${file}.partial`;
  await writeFile(partial, text, { mode: 0o600 });
  await chmod(partial, 0o600);
  await chown(partial, owner, owner);
  await rename(partial, file);
}

async function holdsData(folder: string): Promise<boolean> {
  const servers = await readdir(folder);
  const contents = await Promise.all(servers.map((server) => readdir(path.join(folder, server))));
  return contents.flat().length > 0;
}

/** The servers of `.env`, and what they are verified by where the containers find it. */
async function ownServers(): Promise<OwnServers> {
  const authority = await readFile(GIVEN_AUTHORITY, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // The engine makes a folder where the file that is named is not there.
    if (error.code === 'EISDIR') throw new SecretsError('SERVERS_CA names no file of this machine.');
    return emptyIfMissing(error);
  });
  const own = ownServersIn(process.env, authority);
  if (authority !== '') {
    const file = path.join(authorities, 'given', 'ca.crt');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, authority);
  }
  return own;
}

function emptyIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
