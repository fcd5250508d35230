import { ChevronDown } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { TextInput } from './text-input.tsx';

const ComboboxView = lazy(() => import('./combobox-view.tsx').then((m) => ({ default: m.ComboboxView })));

export type ComboboxItem = { id: string; label: string; hint?: string; icon?: ReactNode };

export type ComboboxProps = {
  value: ComboboxItem | null;
  onChange: (item: ComboboxItem | null) => void;
  items: readonly ComboboxItem[];
  /** Given when the server searches: called with every change of the text, and `items` is then shown as it is. */
  onQuery?: (text: string) => void;
  placeholder?: string;
  /** Said when nothing matches ('Type at least 3 characters to search'). */
  emptyMessage?: string;
  busy?: boolean;
  disabled?: boolean;
  required?: boolean;
  name?: string;
};

/** One of a long list, found by typing. Put it in a Field. Its machinery (Headless UI) arrives after the page has shown. */
export function Combobox(props: ComboboxProps) {
  const placeholder = (
    <TextInput
      readOnly
      value={props.value?.label ?? ''}
      placeholder={props.placeholder}
      required={props.required}
      end={<ChevronDown className="mr-2 size-4" aria-hidden />}
      className="bg-surface!"
    />
  );
  return (
    <Suspense fallback={placeholder}>
      <ComboboxView {...props} />
    </Suspense>
  );
}
