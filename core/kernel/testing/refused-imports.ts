import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../..');

type Diagnostic = { readonly message: string; readonly location: { readonly path: string } };

/** Which of these files, by path and text, our lint refuses with a message that begins so. */
export function refusedImports(files: Readonly<Record<string, string>>, message: string): string[] {
  const house = mkdtempSync(path.join(tmpdir(), 'lint-'));
  try {
    const plugins = readFileSync(path.join(ROOT, 'biome.json'), 'utf8').match(/[\w/-]+\.grit/g) ?? [];
    for (const file of ['biome.json', ...plugins]) {
      cpSync(path.join(ROOT, file), path.join(house, file));
    }
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(house, file)), { recursive: true });
      writeFileSync(path.join(house, file), `${text}\n`);
    }
    const biome = path.join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
    const args = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: house, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] };
    return diagnostics.flatMap((one) => (one.message.startsWith(message) ? [one.location.path] : [])).sort();
  } finally {
    rmSync(house, { recursive: true });
  }
}
