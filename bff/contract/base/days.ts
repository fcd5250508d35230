/** The days of a query, yyyy-MM-dd, both included; '' means none. */
export type Days = {
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
  readonly time_zone?: string | undefined;
};

/** What is wrong with the days, as a message; undefined where they are in order. */
export const daysRefusal = ({ start_date = '', end_date = '' }: Days): string | undefined =>
  end_date !== '' && end_date < start_date ? 'The end date must not be before the start date' : undefined;
