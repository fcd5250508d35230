import { pipeline, type Readable, Transform } from 'node:stream';
import { FileRefusedError, FilesAwayError } from '#bff/kit/ports/file-store.ts';

/** Receives an upload through `seal` to where it is put, up to its limit. Returns its size. @throws FileRefusedError */
export async function receive(
  source: Readable,
  maxBytes: number,
  seal: Transform,
  put: (sealed: Readable) => Promise<void>,
): Promise<number> {
  let sizeBytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes)
        return done(new FileRefusedError('too-large', `The file is larger than ${maxBytes} bytes.`));
      done(null, chunk);
    },
  });
  // The reader of the last step gets the error of any of them.
  pipeline([source, meter, seal], () => undefined);
  try {
    await put(seal);
  } catch (error) {
    throw wasCutShort(error)
      ? new FileRefusedError('truncated', 'The upload stopped before its end.', { cause: error })
      : error;
  }
  // A multipart parser with a limit of its own ends the stream quietly and leaves this mark.
  if ('truncated' in source && source.truncated === true) {
    throw new FileRefusedError('too-large', 'The file is larger than an upload may be.');
  }
  return sizeBytes;
}

const CUT_SHORT_CODES = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ABORT_ERR'];

function wasCutShort(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof FileRefusedError || error instanceof FilesAwayError) return false;
  const code = 'code' in error ? String(error.code) : '';
  return CUT_SHORT_CODES.includes(code) || /aborted|premature|unexpected end/i.test(error.message);
}
