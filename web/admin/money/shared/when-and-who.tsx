import { TwoLines } from '#web/ui/table/two-lines.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';

/** When something was done, with the person below it. */
export const WhenAndWho = ({ at, by }: { at: string; by: string }) => (
  <TwoLines first={<DateText value={at} format="datetime" />} second={by} className="" />
);
