import { DateText } from '#web/ui/date-text.tsx';
import { TwoLines } from '#web/ui/two-lines.tsx';

/** When something was done, with the person below it. */
export const WhenAndWho = ({ at, by }: { at: string; by: string }) => (
  <TwoLines first={<DateText value={at} format="datetime" />} second={by} className="" />
);
