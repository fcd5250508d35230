const HEADER_BYTES = 512;
/** Directory sectors that are searched; a document has a handful. */
const MAX_DIRECTORY_SECTORS = 64;
const ENTRY_BYTES = 128;

/**
 * The first sector of a stream in a compound file ([MS-CFB]), the container of old Office documents and of locked new ones; undefined where it has
 * none of that name. Follows the directory's chain through the sectors that the header lists.
 */
export function streamIn(file: Buffer, name: string): Buffer | undefined {
  if (file.length < HEADER_BYTES) return undefined;
  const shift = file.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return undefined;
  const sectorBytes = 2 ** shift;
  const readSector = (sector: number) => {
    const bytes = file.subarray((sector + 1) * sectorBytes, (sector + 2) * sectorBytes);
    return bytes.length === sectorBytes ? bytes : undefined;
  };
  let sector = file.readUInt32LE(48);
  for (let count = 0; count < MAX_DIRECTORY_SECTORS && sector < 0xffff_fffa; count += 1) {
    const directory = readSector(sector);
    if (!directory) return undefined;
    for (let offset = 0; offset < sectorBytes; offset += ENTRY_BYTES) {
      const nameBytes = directory.readUInt16LE(offset + 64);
      if (nameBytes < 2 || nameBytes > 64) continue;
      if (directory.toString('utf16le', offset, offset + nameBytes - 2) !== name) continue;
      return readSector(directory.readUInt32LE(offset + 116)) ?? Buffer.alloc(0);
    }
    sector = nextSector(file, sector, sectorBytes, readSector);
  }
  return undefined;
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
