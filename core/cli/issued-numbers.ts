import { invoiceNumber, type Series } from '../invoice/series.ts';

/** What was written down of an invoice when it was issued. */
export type IssuedNumber = { readonly sequence: number; readonly invoiceId: string; readonly vat: bigint };
/** Those of a series in the order of their numbers; none where Postgres does not answer. */
export type ReadIssued = (series: Series) => AsyncIterable<IssuedNumber>;

type Place = { readonly series: Series; readonly rows: AsyncIterator<IssuedNumber>; next: IssuedNumber | undefined };

/** Goes through what was issued beside the log, series by series, and holds one row of each. */
export function createIssuedNumbers(read: ReadIssued) {
  const places = new Map<string, Place>();
  let seen = 0;

  async function placeOf(series: Series): Promise<Place> {
    const key = `${series.kind} ${series.year}`;
    let place = places.get(key);
    if (!place) {
      place = { series, rows: read(series)[Symbol.asyncIterator](), next: undefined };
      await advance(place);
      places.set(key, place);
    }
    return place;
  }
  async function advance(place: Place): Promise<void> {
    const { value, done } = await place.rows.next();
    place.next = done ? undefined : value;
    if (!done) seen += 1;
  }

  return {
    /** How many there are. */
    get seen() {
      return seen;
    },
    /** What was issued under this number; null where nothing is yet. Numbers of a series are asked for one after the other. */
    async take(series: Series, sequence: number): Promise<IssuedNumber | null> {
      const place = await placeOf(series);
      const { next } = place;
      if (next?.sequence !== sequence) return null;
      await advance(place);
      return next;
    },
    /** Whether a later one is issued and this one, which was not there to be taken, is not. */
    isPassed: async (series: Series): Promise<boolean> => (await placeOf(series)).next !== undefined,
    /** The first number of each series that was issued and is not in the log. */
    left: (): string[] =>
      [...places.values()].flatMap(({ series, next }) => (next ? [invoiceNumber(series, next.sequence)] : [])),
    /** Closes what is read from. */
    async close(): Promise<void> {
      for (const { rows } of places.values()) await rows.return?.();
    },
  };
}
