import { Zip, ZipDeflate } from 'fflate';

/** A file of an archive, read when its turn comes. */
export type ZipEntry = { readonly name: string; readonly content: AsyncIterable<Uint8Array> };

/** Without ZIP64; the files of a customer stay far below the limit. */
const MAX_BYTES = 0xffff_ffff;

/** A ZIP of the entries, made while it is read: memory stays that of a chunk. An entry that fails ends it unfinished. */
export async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let size = 0;
  const zip = new Zip((error, part) => {
    if (error) throw error;
    size += part.length;
    if (size > MAX_BYTES) throw new RangeError('The archive is larger than a ZIP can be.');
    ready.push(part);
  });
  for await (const { name, content } of entries) {
    const file = new ZipDeflate(name);
    zip.add(file);
    for await (const chunk of content) {
      file.push(chunk);
      yield* ready.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready;
}
