import { Columns3 } from 'lucide-react';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';

type ColumnChoiceProps = {
  columns: readonly { id: string; header: string }[];
  isVisible: (id: string) => boolean;
  onToggle: (id: string) => void;
};

export function ColumnChoice({ columns, isVisible, onToggle }: ColumnChoiceProps) {
  return (
    <Popover
      label="Columns"
      className="space-y-2.5 p-4"
      trigger={(props) => (
        <IconButton
          {...props}
          label="Columns"
          size="sm"
          icon={<Columns3 className="size-3.5!" aria-hidden />}
          className="h-8! w-6!"
        />
      )}
    >
      {() =>
        columns.map(({ id, header }) => (
          <Checkbox key={id} label={header} checked={isVisible(id)} onChange={() => onToggle(id)} />
        ))
      }
    </Popover>
  );
}
