import { useState } from 'react';
import { Textarea } from '#web/ui/form/controls/textarea.tsx';

type Props<Value> = {
  name: string;
  value: Value[];
  onChange: (values: Value[]) => void;
  onBlur: () => void;
  /** Of a trimmed line that is not empty. */
  read: (line: string) => Value;
  write: (value: Value) => string;
};

/** A list as a text with a line each. */
export function LinesField<Value>({ name, value, onChange, onBlur, read, write }: Props<Value>) {
  const [typed, setTyped] = useState(() => value.map(write).join('\n'));
  return (
    <Textarea
      name={name}
      rows={2}
      value={typed}
      onBlur={onBlur}
      onChange={({ target }) => {
        setTyped(target.value);
        const lines = target.value.split('\n').map((line) => line.trim());
        onChange(lines.filter((line) => line !== '').map(read));
      }}
    />
  );
}
