import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import countries from 'i18n-iso-countries';
import {
  COUNTRY_CODES,
  COUNTRY_GROUPS,
  groupOfCountry,
  REGIONS,
  regionCode,
  regionIdOf,
  regionName,
  SALES_REGIONS,
} from './regions.ts';

describe('regions', () => {
  it('are the twenty of the specification, with the codes of ISO 3166 where there is one', () => {
    const ids = 'global all at be de es eu fi fr hr hu ie it nl pt ro sk uk us asia';
    assert.deepEqual(Object.keys(REGIONS), ids.split(' '));
    const codes = 'Global All AT BE DE ES EU FI FR HR HU IE IT NL PT RO SK GB US AS';
    assert.deepEqual(Object.values(REGIONS), codes.split(' '));
  });

  it('have names', () => {
    assert.equal(regionName('us'), 'United States');
    assert.equal(regionName('uk'), 'United Kingdom');
    assert.equal(regionName('global'), 'Global');
    assert.equal(regionName('EU'), 'European Union');
    assert.equal(regionName('asia'), 'Asia');
    assert.equal(regionName('middle-east'), 'Middle East');
  });

  it('are shown as they are when unknown', () => {
    assert.equal(regionName('latam'), 'LATAM');
    assert.equal(regionName('xx'), 'XX');
  });

  it('have short forms', () => {
    assert.equal(regionCode('us'), 'US');
    assert.equal(regionCode('uk'), 'GB');
    assert.equal(regionCode('asia'), 'AS');
    assert.equal(regionCode('global'), 'Global');
    assert.equal(regionCode('ca'), 'CA');
    assert.equal(regionCode('africa'), 'Africa');
  });

  it('are found by their id or their code, in any case', () => {
    assert.deepEqual(['uk', 'GB', ' gb ', 'AS', 'Global', 'CA', 'africa', 'latam', ''].map(regionIdOf), [
      'uk',
      'uk',
      'uk',
      'asia',
      'global',
      'ca',
      'africa',
      undefined,
      undefined,
    ]);
  });

  it('in which products are sold are each listed once, and each found by itself', () => {
    assert.equal(new Set(SALES_REGIONS).size, SALES_REGIONS.length);
    assert.ok(!SALES_REGIONS.includes('all') && !SALES_REGIONS.includes('gb'));
    for (const id of Object.keys(REGIONS)) if (id !== 'all') assert.ok(SALES_REGIONS.includes(id), id);
    for (const id of SALES_REGIONS) assert.equal(regionIdOf(id), id);
  });
});

describe('countries', () => {
  it('are in the nine groups, each in one', () => {
    assert.deepEqual(COUNTRY_GROUPS.map(({ name }) => name).sort(), [
      'Africa',
      'Asia Pacific',
      'Caribbean',
      'Central America',
      'Europe',
      'European Union',
      'Middle East',
      'North America',
      'South America',
    ]);
    const all = COUNTRY_GROUPS.flatMap((group) => group.countries.split(' '));
    assert.deepEqual([...all].sort(), Object.keys(countries.getAlpha2Codes()).sort());
    assert.deepEqual([...COUNTRY_CODES].sort(), [...all].sort());
    assert.equal(groupOfCountry('PL'), 'European Union');
    assert.equal(groupOfCountry('GB'), 'Europe');
  });
});
