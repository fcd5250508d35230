import { fileTypeFromBuffer } from 'file-type';

/** The types that customers and administrators may upload, recognised by content. */
export const FILE_TYPES = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const;
export type FileContentType = (typeof FILE_TYPES)[number];

/** In which readers look for the head of a PDF. */
const MAX_BLANKS_BYTES = 1_024;
const CFB_HEADER_BYTES = 512;
/** Directory sectors that are searched for Word's stream; a document has a handful. */
const MAX_DIRECTORY_SECTORS = 64;
const DIRECTORY_ENTRY_BYTES = 128;

/** The type of the content, or undefined when it is none of ours. */
export async function sniffContentType(content: Buffer): Promise<FileContentType | undefined> {
  const found = await fileTypeFromBuffer(content);
  if (found?.mime === 'application/x-cfb') return holdsWordDocument(content) ? 'application/msword' : undefined;
  // A picture that moves is a PNG to everything that shows or changes pictures.
  if (found?.mime === 'image/apng') return 'image/png';
  // Readers skip blanks before the head, which mail programs and scanners leave.
  if (!found && /^(\xef\xbb\xbf)?\s*%PDF-/.test(content.toString('latin1', 0, MAX_BLANKS_BYTES)))
    return 'application/pdf';
  return FILE_TYPES.find((type) => type === found?.mime);
}

/**
 * True for the old binary Word format: a compound file ([MS-CFB]) with a stream named `WordDocument`. Excel sheets and
 * installers have the same container and signature, so the signature alone is not enough. Follows the directory's chain
 * through the sectors that the header lists.
 */
function holdsWordDocument(file: Buffer): boolean {
  if (file.length < CFB_HEADER_BYTES) return false;
  const shift = file.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return false;
  const sectorBytes = 2 ** shift;
  const readSector = (sector: number) => {
    const bytes = file.subarray((sector + 1) * sectorBytes, (sector + 2) * sectorBytes);
    return bytes.length === sectorBytes ? bytes : undefined;
  };
  let sector = file.readUInt32LE(48);
  for (let count = 0; count < MAX_DIRECTORY_SECTORS && sector < 0xffff_fffa; count += 1) {
    const directory = readSector(sector);
    if (!directory) return false;
    for (let offset = 0; offset < sectorBytes; offset += DIRECTORY_ENTRY_BYTES) {
      const nameBytes = directory.readUInt16LE(offset + 64);
      if (nameBytes < 2 || nameBytes > 64) continue;
      if (directory.toString('utf16le', offset, offset + nameBytes - 2) === 'WordDocument') return true;
    }
    sector = nextSector(file, sector, sectorBytes, readSector);
  }
  return false;
}

const END_OF_CHAIN = 0xffff_fffe;
/** Allocation table sectors that the header itself lists: enough for 6 MB and more of document before its directory moves. */
const HEADER_TABLE_SECTORS = 109;

function nextSector(
  header: Buffer,
  sector: number,
  sectorBytes: number,
  readSector: (sector: number) => Buffer | undefined,
): number {
  const perTable = sectorBytes / 4;
  const table = Math.floor(sector / perTable);
  if (table >= HEADER_TABLE_SECTORS) return END_OF_CHAIN;
  const entries = readSector(header.readUInt32LE(76 + table * 4));
  return entries?.readUInt32LE((sector % perTable) * 4) ?? END_OF_CHAIN;
}
