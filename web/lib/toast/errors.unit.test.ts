import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError, fieldError, isCancelled, serverMessage } from '#web/lib/call/api-error.ts';
import { describeError } from './toast-error.ts';

describe('the words for a failed call', () => {
  const refused = (status: number, message?: string) => new ApiError(status, message ? { message } : {});

  it('is titled by its status, as the shared handler is specified', () => {
    assert.deepEqual(describeError(refused(422)), {
      heading: 'Validation Error',
      message: 'Invalid data. Please check your inputs and try again.',
    });
    assert.deepEqual(describeError(refused(422, 'Too little.')), {
      heading: 'Validation Error',
      message: 'Too little.',
    });
    assert.equal(describeError(refused(404)).heading, 'Not Found');
    assert.equal(describeError(refused(401)).heading, 'Authentication Error');
    assert.equal(describeError(refused(403)).heading, 'Access Denied');
    assert.equal(describeError(refused(500)).heading, 'Error');
  });

  it('says of refused values what was refused, where the screen has words for it', () => {
    assert.deepEqual(
      describeError(
        refused(422, 'No account pays in USD.'),
        'The file could not be made.',
        'The file could not be made.',
      ),
      {
        heading: 'The file could not be made.',
        message: 'No account pays in USD.',
      },
    );
    assert.equal(describeError(refused(422), 'The file could not be made.').heading, 'Validation Error');
  });

  it('prefers the server’s words, then the screen’s, then our own', () => {
    assert.equal(describeError(refused(500, 'Stock ran out.'), 'Checkout failed.').message, 'Stock ran out.');
    assert.equal(describeError(refused(500), 'Checkout failed.').message, 'Checkout failed.');
    assert.match(describeError(refused(0)).message, /could not reach the server/);
    assert.equal(describeError(new Error('bug'), 'Checkout failed.', 'Checkout').heading, 'Checkout');
    assert.equal(serverMessage(refused(500), 'Fallback'), 'Fallback');
  });

  it('gives the screen’s words for what nobody foresaw, of which the server says nothing', () => {
    const unforeseen = new ApiError(500, { message: 'Something went wrong on our side.', code: 'internal' });
    assert.equal(describeError(unforeseen, 'Failed to fetch deposits').message, 'Failed to fetch deposits');
    assert.equal(describeError(unforeseen).message, 'Something went wrong on our side.');
  });

  it('knows what a proxy means by a status alone', () => {
    const tooLarge = new ApiError(413, {});
    assert.equal(
      serverMessage(tooLarge, 'Failed to upload file'),
      'File too large for server. Please choose a smaller file.',
    );
    assert.match(describeError(new ApiError(429, {}), 'Failed to load').message, /^Too many requests/);
  });

  it('keeps the messages by field, and knows a cancelled call', () => {
    const error = new ApiError(422, { message: 'No', errors: { amount: ['Too little', 'Second'] } });
    assert.equal(fieldError(error, 'amount'), 'Too little');
    assert.equal(fieldError(error, 'name'), undefined);
    assert.equal(isCancelled(new DOMException('x', 'AbortError')), true);
    assert.equal(isCancelled(error), false);
  });
});
