import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

// A ZIP as APPNOTE.TXT 6.3.10 has it, in the parts that every program reads: deflated entries whose sizes follow them. Node's own
// deflate works beside the event loop, which other customers' requests need.

/** A file of an archive, read when its turn comes. */
export type ZipEntry = { readonly name: string; readonly content: AsyncIterable<Uint8Array> };

/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** The first day that the format knows: the content says when it is of. */
const DATE = 0x0021;
/** Without the larger form of the format; what a customer may upload stays far below. */
const MAX_BYTES = 0xffff_ffff;
const MAX_ENTRIES = 0xffff;

type Written = { readonly name: Buffer; readonly offset: number; readonly sizes: Buffer };

/** A ZIP of the entries, made as it is read: memory stays that of a chunk. An entry that fails breaks it off, unfinished. */
export async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  const count = (part: Buffer): Buffer => {
    offset += part.length;
    if (offset > MAX_BYTES) throw new RangeError('The archive is larger than a ZIP can be.');
    return part;
  };
  for await (const { name, content } of entries) {
    const entry = { name: Buffer.from(name), offset, sizes: Buffer.alloc(12) };
    yield count(
      Buffer.concat([
        numbers('4 2 2 2 2 2', 0x04034b50, VERSION, FLAGS, DEFLATED, 0, DATE),
        entry.sizes,
        nameOf(entry),
      ]),
    );
    let [sum, size, packed] = [0, 0, 0];
    const measured = async function* () {
      for await (const chunk of content) {
        sum = crc32(chunk, sum);
        size += chunk.length;
        yield chunk;
      }
    };
    const deflate = createDeflateRaw();
    const source = Readable.from(measured());
    // `pipe` forwards no errors.
    source.on('error', (error) => deflate.destroy(error));
    for await (const chunk of source.pipe(deflate)) {
      packed += chunk.length;
      yield count(chunk);
    }
    const sizes = numbers('4 4 4', sum, packed, size);
    yield count(Buffer.concat([numbers('4', 0x08074b50), sizes]));
    written.push({ ...entry, sizes });
  }
  yield directory(written, offset);
}

/** The lengths of the name and of no further fields, and the name. */
const nameOf = ({ name }: Pick<Written, 'name'>) => Buffer.concat([numbers('2 2', name.length, 0), name]);

/** What a program reads first: every entry with its place, and where the list begins. */
function directory(written: readonly Written[], offset: number): Buffer {
  if (written.length > MAX_ENTRIES) throw new RangeError('The archive has more files than a ZIP can have.');
  const list = Buffer.concat(
    written.map(({ name, offset: at, sizes }) =>
      Buffer.concat([
        numbers('4 2 2 2 2 2 2', 0x02014b50, VERSION, VERSION, FLAGS, DEFLATED, 0, DATE),
        sizes,
        numbers('2 2 2 2 2 4 4', name.length, 0, 0, 0, 0, 0, at),
        name,
      ]),
    ),
  );
  const { length } = written;
  return Buffer.concat([list, numbers('4 2 2 2 2 4 4 2', 0x06054b50, 0, 0, length, length, list.length, offset, 0)]);
}

/** Little-endian numbers of so many bytes each. */
function numbers(widths: string, ...values: number[]): Buffer {
  return Buffer.concat(
    widths.split(' ').map((width, index) => {
      const part = Buffer.alloc(Number(width));
      part.writeUIntLE(values[index] ?? 0, 0, Number(width));
      return part;
    }),
  );
}
