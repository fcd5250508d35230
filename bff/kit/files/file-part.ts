import { buffer } from 'node:stream/consumers';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ApiError, invalidField } from '#bff/kit/lib/api-error.ts';
import { requireUtf8 } from './form-text.ts';
import { fileNameOf } from './read-multipart.ts';

/** The one file of a form: its field, its largest size, and the messages where it is missing or larger. */
type FilePart = {
  readonly field: string;
  readonly maxBytes: number;
  readonly missing: string;
  readonly tooLarge: string;
};

const MAX_FIELDS = 10;

/** The file, as a stream. @throws ApiError 415, 422 */
export async function filePart(
  request: FastifyRequest,
  { field, maxBytes, missing }: Omit<FilePart, 'tooLarge'>,
): Promise<MultipartFile> {
  if (!request.isMultipart()) throw new ApiError(415, 'not_multipart', 'This call takes a multipart form.');
  const part = await request.file({ limits: { fileSize: maxBytes, files: 1, fields: MAX_FIELDS } });
  if (part?.fieldname === field) return part;
  part?.file.resume();
  throw invalidField(field, missing);
}

/**
 * The whole file, in memory: it is small, and is never written to the disk. `isConfirmed`: the form's field `confirmed`, before the file, is 'true';
 * `textOf`: another field before the file.
 * @throws ApiError 415, 422
 */
export async function readFilePart(
  request: FastifyRequest,
  options: FilePart,
): Promise<{ bytes: Buffer; name: string; isConfirmed: boolean; textOf: (field: string) => string | undefined }> {
  const { file, fields, filename } = await filePart(request, options);
  const bytes = await buffer(file);
  if (file.truncated) throw invalidField(options.field, options.tooLarge);
  const textOf = (name: string) => {
    const field = fields[name];
    if (!field || !('value' in field) || typeof field.value !== 'string') return undefined;
    requireUtf8(field.value);
    return field.value;
  };
  return { bytes, name: fileNameOf(filename), isConfirmed: textOf('confirmed') === 'true', textOf };
}
