import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { requireUtf8 } from '#bff/kit/files/form-text.ts';
import { accountOf } from '#bff/kit/http/actor.ts';
import { describeError } from '#bff/kit/http/describe-error.ts';
import { holdsUnstorable, unstorable } from '#bff/kit/http/refuse-unstorable.ts';
import { ApiError, invalidField } from '#bff/kit/lib/api-error.ts';
import { ScannerAwayError } from '#bff/kit/ports/file-scanner.ts';
import { type FileRefusal, FileRefusedError, FilesAwayError, type StoredFile } from '#bff/kit/ports/file-store.ts';
import type { CustomerUploads } from './customer-uploads.ts';

/** Limits of text fields of one form, and of bytes of one field: far above any form of ours. */
const MAX_FIELDS = 50;
const MAX_FIELD_BYTES = 64 * 1024;
const MAX_FILE_NAME_LENGTH = 200;

/** With one of the rules of upload-rules.ts. */
export type UploadRules = {
  readonly maxBytes: number;
  readonly mediaTypes: readonly string[];
  readonly typeMessage: string;
  readonly sizeMessage: string;
  readonly maxFiles: number;
  readonly isFileField: (name: string) => boolean;
  /** The customer whose papers they are; left out for public pictures. */
  readonly uploads?: CustomerUploads;
};

type Deps = Pick<BffDeps, 'files' | 'security'>;

export type UploadedFile = StoredFile & { readonly field: string; readonly name: string };
export type ReadForm = { readonly fields: Readonly<Record<string, string>>; readonly files: readonly UploadedFile[] };

/**
 * Reads a multipart body: files are streamed to the store and checked by content meanwhile, text fields are collected. Where `use` throws
 * (an invalid form, a missing row), the files are removed again, so that nothing is left half-written. They stay where it is uncertain
 * whether they are in use.
 * @throws ApiError 422 naming the field at fault
 */
export async function withMultipart<T>(
  deps: Deps,
  request: FastifyRequest,
  rules: UploadRules,
  use: (form: ReadForm) => Promise<T>,
): Promise<T> {
  const { files } = deps;
  if (!request.isMultipart()) throw new ApiError(415, 'not_multipart', 'This call takes a multipart form.');
  const fields: Record<string, string> = {};
  const saved: UploadedFile[] = [];
  let isHandedOver = false;
  try {
    const parts = request.parts({
      limits: {
        fileSize: rules.maxBytes,
        files: rules.maxFiles,
        fields: MAX_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
      },
    });
    for await (const part of parts) {
      if (part.type === 'field') {
        if (holdsUnstorable([part.fieldname, part.value])) throw unstorable();
        requireUtf8(String(part.value));
        fields[part.fieldname] = String(part.value).normalize();
        continue;
      }
      // An empty file input is sent without a file name.
      if (!part.filename) {
        part.file.resume();
        continue;
      }
      if (!rules.isFileField(part.fieldname)) {
        part.file.resume();
        throw invalidField(part.fieldname.slice(0, 40), 'No file is expected here.');
      }
      saved.push({
        ...(await save(deps, request, part.file, { ...rules, field: part.fieldname })),
        field: part.fieldname,
        name: fileNameOf(part.filename),
      });
    }
    isHandedOver = true;
    const used = await use({ fields, files: saved });
    await rules.uploads?.attached(saved.map(({ id }) => id));
    return used;
  } catch (error) {
    // It is uncertain whether the ledger has, or will have, the file's id. A file too many costs less than a missing one.
    const isUncertain = isHandedOver && describeError(error, request.correlationId).status >= 500;
    if (!isUncertain) {
      await Promise.all(saved.map((file) => files.remove(file.id)));
      await rules.uploads?.gone(saved.map(({ id }) => id));
    }
    throw tooMany(error, rules) ?? error;
  }
}

/** As its sender sees it: without the folders before it. A backslash belongs to a name, unless the sender gave a whole path of Windows. */
export const fileNameOf = (sent: string): string =>
  sent
    .replace(/^.*\/|^[A-Za-z]:\\.*\\/s, '')
    // Browsers write a quotation mark so.
    .replaceAll('%22', '"')
    .replaceAll('\u0000', '')
    .slice(-MAX_FILE_NAME_LENGTH)
    .toWellFormed()
    .normalize();

async function save(
  { files, security }: Deps,
  request: FastifyRequest,
  source: Parameters<BffDeps['files']['save']>[0],
  rules: UploadRules & { readonly field: string },
): Promise<StoredFile> {
  const { maxBytes, mediaTypes: allowedTypes, uploads, field } = rules;
  const id = randomUUID();
  try {
    await uploads?.begin(id, maxBytes);
    const stored = await files.save(source, { id, maxBytes, allowedTypes, owner: uploads?.customerId ?? null });
    await uploads?.received(id, stored.sizeBytes);
    return stored;
  } catch (error) {
    // The rest of the part is read and dropped: a sender who is still sending would not see an answer.
    source.resume();
    if (error instanceof FileRefusedError && error.reason === 'infected') {
      const accountId = accountOf(request.actor);
      security.note('upload-quarantined', { address: request.ip, accountId, detail: error.message });
      await uploads?.quarantined(id, error.message);
    } else if (error instanceof FilesAwayError) {
      // Nobody knows whether it is there: its row stays, and the clean-up removes both.
      await uploads?.received(id, 0);
    } else {
      await files.remove(id);
      await uploads?.gone([id]);
    }
    if (error instanceof ScannerAwayError) throw scannerAway();
    if (error instanceof FilesAwayError) throw filesAway(error);
    if (!(error instanceof FileRefusedError)) throw error;
    const messages: Readonly<Record<FileRefusal, string>> = {
      'too-large': rules.sizeMessage,
      unsupported: rules.typeMessage,
      damaged: 'The picture is damaged and cannot be read. Please choose another file.',
      'too-many-pixels': error.message,
      infected: 'The virus scanner found this file harmful. It was not accepted, and nobody can open it.',
      empty: 'The file is empty.',
      truncated: 'The upload broke off. Please try again.',
      locked: 'The file has a password, so nobody here could open it. Please save it without one, and send that.',
      'cut-off': 'The end of the file is missing, so nobody here could open it. Please choose the whole file.',
    };
    throw invalidField(field, messages[error.reason]);
  }
}

const scannerAway = () =>
  new ApiError(
    503,
    'scanner_away',
    'Files cannot be checked for viruses just now. Nothing was uploaded: please try again in a few minutes.',
    { retryAfterS: 60 },
  );

const filesAway = (cause: FilesAwayError) =>
  Object.assign(
    new ApiError(
      503,
      'files_away',
      'Files cannot be stored just now. Nothing was uploaded: please try again in a few minutes.',
      { retryAfterS: 60 },
    ),
    { cause },
  );

function tooMany(error: unknown, rules: UploadRules): ApiError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'FST_FILES_LIMIT') return undefined;
  const count = rules.maxFiles === 1 ? 'one file' : `${rules.maxFiles} files`;
  return new ApiError(422, 'too_many_files', `At most ${count} at a time. Nothing was uploaded.`);
}

/** @throws ApiError 422 with messages by field */
export function parseFields<T>(schema: z.ZodType<T>, fields: Readonly<Record<string, string>>): T {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string[]> = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path.join('.') || 'form';
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  throw new ApiError(422, 'validation_failed', parsed.error.issues[0]?.message ?? 'The form is not valid.', { errors });
}
