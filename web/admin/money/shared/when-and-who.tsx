import { TwoLines } from '#web/ui/table/two-lines.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';

export const WhenAndWho = ({ at, by }: { at: string; by: string }) => (
  <TwoLines first={<DateText value={at} format="datetime" />} second={by} className="" />
);
