import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { regionCode, regionName } from './regions.ts';

describe('regions', () => {
  it('have names', () => {
    assert.equal(regionName('us'), 'United States');
    assert.equal(regionName('uk'), 'United Kingdom');
    assert.equal(regionName('global'), 'Global');
    assert.equal(regionName('EU'), 'European Union');
  });

  it('are shown as they are when unknown', () => {
    assert.equal(regionName('latam'), 'LATAM');
    assert.equal(regionName('xx'), 'XX');
  });

  it('have short forms', () => {
    assert.equal(regionCode('us'), 'US');
    assert.equal(regionCode('global'), 'Global');
  });
});
