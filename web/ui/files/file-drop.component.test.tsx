import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { DOCUMENT_RULES } from '#bff/contract/base/upload-rules.ts';
import { ApiError } from '#web/lib/call/api-error.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { watchTimers } from '#web/testing/timers.ts';
import { FileDrop } from './file-drop.tsx';
import type { UploadFunction } from './use-uploads.ts';

describe('files that are dropped', () => {
  const drop = (upload: UploadFunction, change: { type?: string; size?: number } = {}) => {
    const timers = watchTimers();
    renderScreen(<FileDrop label="Upload documents" hint="PDF" rules={DOCUMENT_RULES} upload={upload} />, {
      realm: 'customer',
      answers: {},
    });
    const file = new File(['x'], 'extract', { type: change.type ?? 'application/pdf' });
    if (change.size) Object.defineProperty(file, 'size', { value: change.size });
    fireEvent.change(screen.getByLabelText('Upload documents', { selector: 'input' }), { target: { files: [file] } });
    return timers;
  };
  const never: UploadFunction = () => assert.fail('it must not be sent');

  it('are refused by their kind before they are sent', async () => {
    drop(never, { type: 'text/html' });
    assert.ok(await screen.findByText('File type not supported. Supported formats: PDF, JPEG, PNG, JPG, DOC, DOCX.'));
  });

  it('are refused from 15 MB on', async () => {
    drop(never, { size: 15 * 1024 * 1024 + 1 });
    assert.ok(await screen.findByText('File too large. Maximum size is 15MB.'));
  });

  it('show how far they are, and are cleared three seconds after they arrived', async () => {
    const arrived = Promise.withResolvers<void>();
    const timers = drop((_file, { onProgress }) => {
      onProgress(0.4);
      return arrived.promise;
    });
    assert.ok(await screen.findByText('40%'));
    arrived.resolve();
    assert.ok(await screen.findByText('Uploaded'));
    await timers.pass(3000);
    await waitFor(() => assert.ok(!screen.queryByText('Uploaded')));
  });

  for (const [error, said] of [
    [new ApiError(413, {}), /^File too large for server\./],
    [new ApiError(500, { code: 'internal', message: 'Oh no.' }), /^Failed to upload file$/],
  ] as const) {
    it(`say why they did not arrive: ${said}`, async () => {
      drop(() => Promise.reject(error));
      assert.ok(await screen.findByText(said));
      assert.ok(screen.getByRole('button', { name: 'Try extract again' }));
    });
  }
});
