import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '#web/lib/cx.ts';
import { useModalOverlay } from './overlay.ts';
import { Spinner } from './spinner.tsx';

export type PaletteCommand = {
  id: string;
  group: string;
  label: string;
  hint?: string;
  icon?: ReactNode;
  run: () => void;
};

type CommandPaletteProps = {
  onClose: () => void;
  text: string;
  onText: (text: string) => void;
  placeholder: string;
  /** Narrowed here by what is typed. */
  commands: readonly PaletteCommand[];
  /** Already found elsewhere (by the server) for what is typed; shown as they are. */
  found?: readonly PaletteCommand[];
  busy?: boolean;
};

/** One field that reaches everything: type, move with the arrows, Enter. */
export function CommandPalette({
  onClose,
  text,
  onText,
  placeholder,
  commands,
  found = [],
  busy = false,
}: CommandPaletteProps) {
  const overlay = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const [active, setActive] = useState(0);
  useModalOverlay(overlay, onClose);

  const shown = useMemo(
    () => [...found, ...commands.filter((command) => matches(command, text))],
    [found, commands, text],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text starts again at the first match.
  useEffect(() => setActive(0), [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: moving is what scrolls.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const run = (command: PaletteCommand | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move && shown.length > 0) {
      event.preventDefault();
      setActive((active + move + shown.length) % shown.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      run(shown[active]);
    }
  };
  return createPortal(
    <div
      ref={overlay}
      className="fixed inset-0 z-50 flex animate-fade-in items-start justify-center bg-scrim p-4 pt-[12vh]"
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the scrim is a convenience of the mouse. */}
      <div className="absolute inset-0" onClick={onClose} />
      <div
        role="dialog"
        aria-modal="true"
        aria-label="Command palette"
        className="relative w-full max-w-xl animate-pop-in overflow-hidden rounded-xl bg-raised shadow-lg"
      >
        <div className="flex items-center gap-3 border-b px-4">
          <Search className="size-4 shrink-0 text-muted" aria-hidden />
          <input
            data-autofocus
            role="combobox"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={shown[active] ? `${id}-${active}` : undefined}
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
        <div ref={list} id={`${id}-list`} role="listbox" aria-label="Results" className="max-h-80 overflow-y-auto p-2">
          {shown.map((command, index) => (
            <div key={command.id}>
              {command.group !== shown[index - 1]?.group && (
                <p className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">{command.group}</p>
              )}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys. */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which points here. */}
              <div
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                onPointerMove={() => setActive(index)}
                onClick={() => run(command)}
                className={cx(
                  'flex cursor-pointer items-center gap-3 rounded-md px-2.5 py-2 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted',
                  index === active && 'bg-hover',
                )}
              >
                {command.icon}
                <span className="grow truncate">{command.label}</span>
                {command.hint && <span className="truncate text-xs text-muted">{command.hint}</span>}
              </div>
            </div>
          ))}
          {shown.length === 0 && (
            <p className="px-2.5 py-8 text-center text-muted">{busy ? 'Searching...' : 'Nothing found'}</p>
          )}
        </div>
      </div>
    </div>,
    document.body,
  );
}

function matches(command: PaletteCommand, text: string): boolean {
  const label = `${command.label} ${command.group}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.includes(word));
}
