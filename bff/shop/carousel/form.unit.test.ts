import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UploadedFile } from '#bff/kit/files/read-multipart.ts';
import { ApiError } from '#bff/kit/lib/api-error.ts';
import { readItems, readLink } from './form.ts';

const image = (field: string, id: string): UploadedFile => ({
  field,
  id,
  name: `${id}.png`,
  sizeBytes: 1,
  sha256: '',
  contentType: 'image/png',
});
const refusedWith = (message: string) => (error: unknown) =>
  error instanceof ApiError && error.statusCode === 422 && error.message === message;

describe('the carousel form', () => {
  it('pairs images with their links by number, whatever order they were sent in', () => {
    const items = readItems({
      fields: { 'items[0][url]': '/products', 'items[10][url]': 'https://example.com/a' },
      files: [image('items[10][image]', 'b'), image('items[0][image]', 'a')],
    });
    assert.deepEqual(
      items.map(({ file_id, url }) => [file_id, url]),
      [
        ['a', '/products'],
        ['b', 'https://example.com/a'],
      ],
    );
  });

  it('wants at least one image, and a link for each', () => {
    assert.throws(() => readItems({ fields: {}, files: [] }), refusedWith('Please select images to upload'));
    assert.throws(
      () => readItems({ fields: { 'items[0][url]': '  ' }, files: [image('items[0][image]', 'a')] }),
      refusedWith('Please provide a link for each image.'),
    );
  });

  it('takes pages of the store and web addresses, nothing that a browser would run', () => {
    assert.equal(readLink('/products?region=eu', 'url'), '/products?region=eu');
    assert.equal(readLink('example.com/sale', 'url'), 'https://example.com/sale');
    for (const bad of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example', 'not a link']) {
      assert.throws(() => readLink(bad, 'url'), ApiError, bad);
    }
  });
});
