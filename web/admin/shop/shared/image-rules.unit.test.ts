import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IMAGE_RULES } from '#bff/contract/base/upload-rules.ts';
import { imageRefusal } from './image-rules.ts';

const file = (type: string, size = 1_000) => ({ name: 'picture', type, size });

describe('choosing a picture', () => {
  for (const type of ['image/jpeg', 'image/png', 'image/gif', 'image/webp']) {
    it(`given ${type}, then it is taken`, () => assert.equal(imageRefusal(file(type)), undefined));
  }

  for (const type of ['application/pdf', 'image/svg+xml', 'text/html', '']) {
    it(`given ${type || 'no type'}, then the type is refused`, () => {
      assert.deepEqual(imageRefusal(file(type)), {
        title: 'Invalid file type',
        message: 'Please select only image files (JPEG, PNG, GIF, WebP)',
      });
    });
  }

  it('given 10 MB, then the size is refused: it must be smaller', () => {
    assert.equal(IMAGE_RULES.maxBytes, 10 * 1024 * 1024 - 1);
    assert.equal(imageRefusal(file('image/png', IMAGE_RULES.maxBytes)), undefined);
    assert.deepEqual(imageRefusal(file('image/png', IMAGE_RULES.maxBytes + 1)), {
      title: 'File too large',
      message: 'Please select an image smaller than 10MB',
    });
  });
});
