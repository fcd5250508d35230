import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { Spinner } from '#web/ui/actions/spinner.tsx';
import { goRound } from './go-round.ts';
import { Modal } from './modal.tsx';

export type PaletteCommand = {
  id: string;
  group: string;
  label: string;
  hint?: string;
  icon?: ReactNode;
  run: () => void;
};

export type PaletteProps = {
  onClose: () => void;
  text: string;
  onText: (text: string) => void;
  placeholder: string;
  /** Filtered here by the typed text. */
  commands: readonly PaletteCommand[];
  /** Already found by the server for the typed text; shown unfiltered. */
  found?: readonly PaletteCommand[];
  busy?: boolean;
  /** What could not be searched, such as 'orders'. */
  failed?: readonly string[];
};

/** See CommandPalette. */
export function PaletteView({
  onClose,
  text,
  onText,
  placeholder,
  commands,
  found = [],
  busy = false,
  failed = [],
}: PaletteProps) {
  const shown = useMemo(
    () => [...found, ...commands.filter((command) => matches(command, text))],
    [found, commands, text],
  );
  const run = (command: PaletteCommand | null) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    goRound(event);
    if (event.key !== 'Escape') return;
    // Headless UI would close only the list, and the palette is nothing else.
    event.preventDefault();
    onClose();
  };
  return (
    <Modal
      onClose={onClose}
      label="Command palette"
      place="items-start justify-center p-4 pt-[12vh]"
      className="max-w-xl animate-pop-in overflow-hidden rounded-xl bg-raised"
    >
      <Combobox<PaletteCommand | null> immediate value={null} onChange={run} by="id">
        <div className="flex items-center gap-3 border-b px-4">
          <Search className="size-4 shrink-0 text-muted" aria-hidden />
          <ComboboxInput
            data-autofocus
            aria-label={placeholder}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={onKeyDown}
            className="h-13 grow bg-transparent text-base outline-none"
          />
          {busy && <Spinner className="text-muted" />}
        </div>
        <ComboboxOptions static modal={false} aria-label="Results" className="max-h-80 overflow-y-auto p-2">
          {shown.map((command, index) => (
            <div key={command.id}>
              {command.group !== shown[index - 1]?.group && (
                <p className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">{command.group}</p>
              )}
              <ComboboxOption
                value={command}
                className="flex cursor-pointer items-center gap-3 rounded-md px-2.5 py-2 data-focus:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
              >
                {command.icon}
                <span className="grow truncate">{command.label}</span>
                {command.hint && <span className="truncate text-xs text-muted">{command.hint}</span>}
              </ComboboxOption>
            </div>
          ))}
        </ComboboxOptions>
        {failed.length > 0 && (
          <p role="alert" className="border-t px-4.5 py-3 text-bad">
            Could not be searched: {failed.join(', ')}. Please try again later.
          </p>
        )}
        {shown.length === 0 && failed.length === 0 && (
          <p className="px-4.5 pt-8 pb-10 text-center text-muted">{busy ? 'Searching...' : 'Nothing found'}</p>
        )}
      </Combobox>
    </Modal>
  );
}

function matches(command: PaletteCommand, text: string): boolean {
  const label = `${command.label} ${command.hint ?? ''} ${command.group}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.includes(word));
}
