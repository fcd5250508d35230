import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TOMBSTONE_REVISION } from './event.ts';
import {
  baseStreamOf,
  isSoftDeleted,
  parseStreamMetadata,
  type StreamState,
  softDeleteMetadata,
  viewOf,
  visibleRange,
} from './stream-metadata.ts';

const state = (json: string, head = 9): StreamState => ({
  head,
  metadataHead: 3,
  metadata: parseStreamMetadata(Buffer.from(json)),
});

describe('the visible part of a stream', () => {
  for (const [json, first] of [
    ['{}', 0],
    ['{"$maxCount":4}', 6],
    ['{"$maxCount":40}', 0],
    ['{"$tb":7}', 7],
    ['{"$tb":2,"$maxCount":4}', 6],
    ['{"$tb":8,"$maxCount":4}', 8],
    ['{"$maxCount":0}', 0],
    ['{"$maxCount":-1,"$tb":5}', 5],
    ['{"$maxCount":-1,"$tb":"5"}', 0],
    ['{"$maxCount":1.5,"$tb":5}', 0],
    ['{"$maxCount":null,"$tb":5}', 0],
    ['{"$maxAge":"1","$tb":5}', 0],
    ['{"$cacheControl":"1","$tb":5}', 0],
    ['{"$tmp":1,"$tb":5}', 0],
    ['{"$acl":{"$r":"$all"},"$tb":5}', 5],
    ['{"$acl":{"$r":[1]},"$tb":5}', 0],
    ['{"$acl":{"other":"$all"},"$tb":5}', 0],
    ['{"other":"1","$tb":5}', 5],
    ['not json', 0],
    ['[1]', 0],
    ['null', 0],
  ] as const) {
    it(`with ${json} begins at ${first}`, () => {
      assert.equal(visibleRange(state(json), 0).first, first);
    });
  }

  it('with $maxAge begins that many seconds ago', () => {
    assert.equal(visibleRange(state('{"$maxAge":60}'), 100_000).createdFromMs, 40_000);
  });
});

describe('a soft delete', () => {
  it('is recognised by its mark, and by nothing less', () => {
    assert.equal(isSoftDeleted(state(softDeleteMetadata().toString())), true);
    assert.equal(isSoftDeleted(state(`{"$tb":${Number.MAX_SAFE_INTEGER}}`)), false);
  });
});

describe('a metadata stream', () => {
  it('belongs to the stream it describes', () => {
    assert.equal(baseStreamOf('$$wallet-1'), 'wallet-1');
    assert.equal(baseStreamOf('wallet-1'), 'wallet-1');
  });

  it('has the metadata’s revisions and shows only the latest', () => {
    const view = viewOf('$$s', state('{"$maxCount":4}'));
    assert.equal(view.head, 3);
    assert.equal(visibleRange(view, 0).first, 3);
  });

  it('is closed with its stream', () => {
    assert.equal(viewOf('$$s', state('{}', TOMBSTONE_REVISION)).head, TOMBSTONE_REVISION);
  });
});
