const FIRST_PLACES = 1_024;
const FIRST_BYTES = 65_536;
/** Bytes of UTF-8 that one character of a text takes at most. */
const MOST_BYTES = 3;
/** The end of most names of streams and references. */
const UUID_AT_END = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const [UUID_LENGTH, UUID_BYTES] = [36, 16];
/**
 * Stands before the 16 bytes of such an id. UTF-8 never contains it, so no other text is packed into the same bytes.
 */
const UUID_FOLLOWS = 0xff;
/** FNV-1a. */
const [HASH_BASIS, HASH_PRIME] = [0x81_1c_9d_c5, 0x01_00_01_93];

/**
 * A set of texts; each has a place, counted from 0 in the order of arrival. They are packed outside the heap. A text
 * that ends with a UUID costs some 42 B, a fifth of what a Map takes, and a log of a million events has some hundred
 * thousand streams and references (rows of the bench: memory of ledger verify, check, export --format jsonl).
 */
export function createPackedTexts() {
  let bytes = Buffer.alloc(FIRST_BYTES);
  /** Where the text of each place begins; it ends where the next one begins. */
  let begins = new Float64Array(FIRST_PLACES + 1);
  /**
   * Places, counted from 1; 0 is a free slot. A text's hash names the slot where the search begins. At most half of
   * them are taken.
   */
  let slots = new Uint32Array(2 * FIRST_PLACES);
  let size = 0;

  const beginOf = (place: number): number => begins[place] ?? 0;
  /** Writes the text behind the last one and returns its end. The caller keeps it, or the next call overwrites it. */
  function write(text: string): number {
    const begin = beginOf(size);
    if (begin + MOST_BYTES * text.length > bytes.length) {
      bytes = Buffer.from(bytes.buffer.transfer(2 * (bytes.length + MOST_BYTES * text.length)));
    }
    if (!UUID_AT_END.test(text)) return begin + bytes.write(text, begin);
    const mark = begin + bytes.write(text.slice(0, -UUID_LENGTH), begin);
    bytes[mark] = UUID_FOLLOWS;
    return mark + 1 + bytes.write(text.slice(-UUID_LENGTH).replaceAll('-', ''), mark + 1, 'hex');
  }
  /** Where the UTF-8 of the text ends: at the mark, or at the end of the text. */
  function plainEndOf(place: number): number {
    const end = beginOf(place + 1);
    const mark = end - UUID_BYTES - 1;
    return mark >= beginOf(place) && bytes[mark] === UUID_FOLLOWS ? mark : end;
  }
  function textAt(place: number): string {
    const plainEnd = plainEndOf(place);
    const id = bytes.toString('hex', plainEnd + 1, beginOf(place + 1));
    return bytes.toString('utf8', beginOf(place), plainEnd) + id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }
  function compare(left: number, right: number): number {
    const [leftBegin, rightBegin] = [beginOf(left), beginOf(right)];
    const [leftPlain, rightPlain] = [plainEndOf(left) - leftBegin, plainEndOf(right) - rightBegin];
    const common = Math.min(leftPlain, rightPlain);
    const order = bytes.compare(bytes, rightBegin, rightBegin + common, leftBegin, leftBegin + common);
    if (order !== 0) return order;
    // With plain parts of the same length, the packed bytes have the order of the texts.
    if (leftPlain === rightPlain) {
      return bytes.compare(bytes, rightBegin, beginOf(right + 1), leftBegin, beginOf(left + 1));
    }
    return Buffer.compare(Buffer.from(textAt(left)), Buffer.from(textAt(right)));
  }
  /** The slot of the text between these bytes, or the free slot that it would take. */
  function slotOf(begin: number, end: number): number {
    let hash = HASH_BASIS;
    for (let at = begin; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), HASH_PRIME);
    const last = slots.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const place = (slots[slot] ?? 0) - 1;
      if (place < 0 || bytes.compare(bytes, beginOf(place), beginOf(place + 1), begin, end) === 0) return slot;
    }
  }
  function makeRoom(): void {
    begins = new Float64Array(begins.buffer.transfer(2 * begins.byteLength));
    slots = new Uint32Array(2 * slots.length);
    for (let place = 0; place < size; place += 1) slots[slotOf(beginOf(place), beginOf(place + 1))] = place + 1;
  }

  return {
    get size() {
      return size;
    },
    /** Adds a text, unless it is there already, and returns its place; `size` grows for a new one. */
    keep(text: string): number {
      const end = write(text);
      const slot = slotOf(beginOf(size), end);
      const kept = slots[slot];
      if (kept) return kept - 1;
      slots[slot] = size + 1;
      size += 1;
      begins[size] = end;
      if (2 * size >= slots.length) makeRoom();
      return size - 1;
    },
    at: textAt,
    /** The places, sorted by the UTF-8 of their texts. */
    inOrder: (): Uint32Array => Uint32Array.from({ length: size }, (_, place) => place).sort(compare),
  };
}
