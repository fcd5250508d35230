import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addFiles, type Selected } from './selection.ts';

type FakeFile = { name: string; type: string; size: number };
const picture = (name: string, size = 1_000): FakeFile => ({ name, type: 'image/png', size });
let ids = 0;
const add = (selected: readonly Selected<FakeFile>[], chosen: readonly FakeFile[]) =>
  addFiles(selected, chosen, () => String(++ids));

describe('selecting pictures for the carousel', () => {
  it('given two pictures, then both wait for their links', () => {
    const { selected, notice } = add([], [picture('a.png'), picture('b.png')]);
    assert.deepEqual(
      selected.map(({ file, url }) => [file.name, url]),
      [
        ['a.png', ''],
        ['b.png', ''],
      ],
    );
    assert.equal(notice, undefined);
  });

  it('given one that is selected already (same name and size), then there are no new files', () => {
    const before = add([], [picture('a.png')]).selected;
    const { selected, notice } = add(before, [picture('a.png')]);
    assert.equal(selected.length, 1);
    assert.equal(notice?.title, 'No new files');
  });

  it('given the same name with another size, then it is another picture', () => {
    const before = add([], [picture('a.png')]).selected;
    assert.equal(add(before, [picture('a.png', 2_000)]).selected.length, 2);
  });

  it('given a document among pictures, then only the pictures are taken and the type is refused', () => {
    const { selected, notice } = add([], [{ name: 'x.pdf', type: 'application/pdf', size: 1 }, picture('a.png')]);
    assert.equal(selected.length, 1);
    assert.equal(notice?.title, 'Invalid file type');
  });

  it('given more than one upload takes, then the rest is left out and said so', () => {
    const many = Array.from({ length: 12 }, (_, index) => picture(`${index}.png`));
    const { selected, notice } = add([], many);
    assert.equal(selected.length, 10);
    assert.equal(notice?.title, 'Too many images');
  });

  it('given links typed before, then they survive another choice', () => {
    const before = add([], [picture('a.png')]).selected.map((item) => ({ ...item, url: '/products' }));
    assert.equal(add(before, [picture('b.png')]).selected[0]?.url, '/products');
  });
});
