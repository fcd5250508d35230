/** The packages of this checkout: whether they are there, and the Node that came with them. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const MODULES = path.join(ROOT, 'node_modules');
const MARK = path.join(MODULES, '.giftledger-installed');
const LOCK_FILE = path.join(ROOT, 'package-lock.json');
/** Where no Node comes with the packages. */
const LEAST_NODE = [24, 7];

const PLATFORM = `${process.platform}-${process.arch}`;
const hasPackagedNode = PLATFORM === 'linux-x64' || PLATFORM === 'linux-arm64';
/** By its own path: npm 10 removes the link in `.bin`, because the package for the other processor has one of that name. */
const PACKAGED_NODE = path.join(MODULES, `node-${PLATFORM}`, 'bin', 'node');

/** An image has the packages that it needs, and no list of others to install. */
export const isImage = () => !existsSync(LOCK_FILE);

/** The Node that runs our programs; isInstalled is true. */
export const nodePath = () => (hasPackagedNode && !isImage() ? PACKAGED_NODE : process.execPath);

/** Why nothing can run here, in words; undefined where it can. Asked before anything is installed. */
export function platformProblem({ platform, arch, version, isMusl, image } = machine()) {
  if (platform === 'win32') {
    return 'Giftledger runs on Linux and macOS. On Windows it runs in WSL 2: open a Linux terminal there (wsl --install), clone into a folder of that Linux (not below /mnt/c), and run the same command. Nothing was installed.';
  }
  const comesAlong = platform === 'linux' && (arch === 'x64' || arch === 'arm64') && !image;
  if (comesAlong && isMusl) {
    return 'This Linux uses musl (such as Alpine), and the Node and the Postgres that come with the packages need glibc (Debian, Ubuntu, Fedora, Arch …). Use one of those, or docker compose up. Nothing was installed.';
  }
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = LEAST_NODE;
  if (comesAlong || major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined;
  return `No Node comes with the packages for ${platform}-${arch}, so Giftledger needs Node ${LEAST_NODE.join('.')} or newer there, and this is ${version} (${process.execPath}). Install it (https://nodejs.org, or nvm install 24) and run the same command again. Nothing was installed.`;
}

/**
 * What the build of the screens takes for a part of an address or a pattern, what ends a folder in PATH, and what a shell reads in the
 * commands of Postgres' initdb.
 */
const SIGNS = /[#?*:$"`\\]/;

/** Why this checkout cannot be where it is, in words. */
export function placeProblem(root = ROOT) {
  const [sign] = SIGNS.exec(root) ?? [];
  if (sign === undefined) return undefined;
  return `This checkout is in ${root}, and the tools beneath (the build of the screens, Postgres) cannot work in a folder with the sign ${sign} in its path. Move or rename it (blanks and letters of any language may be in it) and run the same command again. Nothing was installed.`;
}

/** Root's files would stand in the way of the owner of this checkout. */
export function sudoProblem() {
  const { SUDO_UID } = process.env;
  if (process.getuid?.() !== 0 || SUDO_UID === undefined || SUDO_UID === '0') return undefined;
  if (String(statSync(ROOT).uid) !== SUDO_UID) return undefined;
  return `This checkout belongs to user ${SUDO_UID}, and root would leave files in it that this user cannot change. Run the command again without sudo. Nothing was changed.`;
}

/** A program of a package, by the path that the package names: npm may leave out its link in `.bin`. */
export function programOf(packageName, name) {
  const folder = path.join(MODULES, packageName);
  const { bin } = readJson(path.join(folder, 'package.json'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[name]);
}

const machine = () => ({
  platform: process.platform,
  arch: process.arch,
  version: process.versions.node,
  isMusl: process.platform === 'linux' && !hasGlibc(),
  image: isImage(),
});

function hasGlibc() {
  // The report takes milliseconds; the loader of glibc is at a fixed place.
  const loaders = ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1'];
  return loaders.some(existsSync) || process.report.getReport().header.glibcVersionRuntime !== undefined;
}

const readJson = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

/** What a whole installation has for its mark: of this list of packages, on this platform, with this Node. */
function wantedMark() {
  const list = createHash('sha256').update(readFileSync(LOCK_FILE)).digest('hex');
  return `${JSON.stringify({ list, platform: PLATFORM, node: hasPackagedNode ? 'packaged' : process.versions.modules })}\n`;
}

/** Whether all packages are there, for this platform. Looks at what lies there, not only at the mark. */
export function isInstalled() {
  if (isImage()) return true;
  const { dependencies, devDependencies } = readJson(path.join(ROOT, 'package.json')) ?? {};
  const direct = Object.keys({ ...dependencies, ...devDependencies });
  if (hasPackagedNode && !isProgram(PACKAGED_NODE)) return false;
  if (!direct.every((name) => existsSync(path.join(MODULES, name, 'package.json')))) return false;
  let mark = '';
  try {
    mark = readFileSync(MARK, 'utf8');
  } catch {}
  return mark === wantedMark() || adoptRecord();
}

const isProgram = (file) => {
  try {
    const { mode, size } = statSync(file);
    return size > 0 && (mode & 0o111) !== 0;
  } catch {
    return false;
  }
};

/** Somebody ran `npm ci` without us: npm's own record, written when it is done, names what lies there. */
function adoptRecord() {
  const wanted = readJson(LOCK_FILE)?.packages ?? {};
  const there = readJson(path.join(MODULES, '.package-lock.json'))?.packages;
  if (there === undefined) return false;
  for (const [place, { version, optional }] of Object.entries(wanted)) {
    if (place === '') continue;
    const found = there[place];
    // An optional one is left out on platforms that it is not for.
    if (found === undefined ? !optional : found.version !== version) return false;
    if (found !== undefined && !existsSync(path.join(ROOT, place, 'package.json'))) return false;
  }
  markInstalled();
  return true;
}

/** Replaced as a whole: the old one may be a link that another checkout shares. */
export function markInstalled() {
  const partial = `${MARK}.${randomUUID()}`;
  try {
    writeFileSync(partial, wantedMark());
    renameSync(partial, MARK);
  } catch {
    // In a checkout of somebody else: it is looked through again at the next start.
    rmSync(partial, { force: true });
  }
}
