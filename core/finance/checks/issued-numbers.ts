import { invoiceNumber, type Series } from '#core/finance/invoices/series.ts';

export type IssuedNumber = { readonly sequence: number; readonly invoiceId: string; readonly vat: bigint };
/** The issued numbers of a series in their order; none when Postgres does not answer. */
export type ReadIssued = (series: Series) => AsyncIterable<IssuedNumber>;

type Place = { readonly series: Series; readonly rows: AsyncIterator<IssuedNumber>; next: IssuedNumber | undefined };

/** Reads what was issued beside the log, series by series, one row of each at a time. */
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
    get seen() {
      return seen;
    },
    /**
     * What was issued under this number: none when nothing was yet, several where a log that was set back gave it again. The
     * caller requests the numbers of a series in order.
     */
    async take(series: Series, sequence: number): Promise<readonly IssuedNumber[]> {
      const place = await placeOf(series);
      const issued: IssuedNumber[] = [];
      for (let { next } = place; next?.sequence === sequence; next = place.next) {
        issued.push(next);
        await advance(place);
      }
      return issued;
    },
    /** Whether a later number was issued and this one, which could not be taken, was not. */
    isPassed: async (series: Series): Promise<boolean> => (await placeOf(series)).next !== undefined,
    /** The first number of each series that was issued and is not in the log. */
    left: (): string[] =>
      [...places.values()].flatMap(({ series, next }) => (next ? [invoiceNumber(series, next.sequence)] : [])),
    async close(): Promise<void> {
      for (const { rows } of places.values()) await rows.return?.();
    },
  };
}
