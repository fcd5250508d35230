import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { compareVersions, cutSection, requireNext, withVersion } from './cut-section.ts';

const CHANGELOG = `# Changelog

## Unreleased

### Added

- A thing, after 0791 (a hard stop).

## 0.1.0 – 2026-11-22

- The first.
`;

describe('a release', () => {
  it('moves what was not released under its number and day', () => {
    const cut = cutSection(CHANGELOG, '0.2.0', '2026-12-01');
    assert.equal(cut, CHANGELOG.replace('## Unreleased\n', '## Unreleased\n\n## 0.2.0 – 2026-12-01\n'));
    assert.throws(() => cutSection(cut, '0.3.0', '2026-12-02'), /nothing that was not released/);
    assert.throws(() => cutSection(CHANGELOG, '0.1.0', '2026-12-01'), /a section of 0\.1\.0 already/);
    assert.throws(() => cutSection('# Changelog\n', '0.1.0', '2026-12-01'), /no "## Unreleased"/);
  });

  it('names its hard stops', () => {
    cutSection(CHANGELOG, '0.2.0', '2026-12-01', ['0791']);
    assert.throws(() => cutSection(CHANGELOG, '0.2.0', '2026-12-01', ['0791', '0792']), /hard stops .*: 0792\./);
  });

  it('comes after the last one', () => {
    requireNext('0.1.0', undefined);
    requireNext('0.10.0', '0.9.3');
    assert.throws(() => requireNext('0.9.3', '0.9.3'), /not after 0\.9\.3/);
    assert.throws(() => requireNext('0.9.3', '0.10.0'), /not after/);
    assert.throws(() => requireNext('v1', '0.1.0'), /no version/);
    assert.deepEqual(['0.10.0', '0.9.0', '2026-11-24'].toSorted(compareVersions), ['2026-11-24', '0.9.0', '0.10.0']);
  });

  it('sets the number of our own package, and nothing else in the files of npm', async () => {
    for (const name of ['package.json', 'package-lock.json']) {
      const file = await readFile(path.join(PROJECT_ROOT, name), 'utf8');
      const { version } = JSON.parse(file);
      assert.equal(withVersion(withVersion(file, '7.7.7'), version), file);
      assert.match(withVersion(file, '7.7.7'), /"version": "7\.7\.7"/);
    }
  });
});
