import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { cx } from '#web/lib/cx.ts';
import type { Placement } from './place-floating.ts';
import type { TriggerProps } from './popover.tsx';
import { usePopover } from './use-popover.ts';

export type MenuItem = {
  label: string;
  icon?: ReactNode;
  /** A small text at the end: a shortcut, a state. */
  hint?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** Follows a link … */
  href?: string;
  /** … or does something. */
  onSelect?: () => void;
  /** Makes it a choice among others, ticked or not. */
  checked?: boolean;
};
export type MenuEntry = MenuItem | 'separator' | { heading: ReactNode };

type MenuProps = {
  label: string;
  trigger: (props: TriggerProps, open: boolean) => ReactNode;
  entries: readonly MenuEntry[];
  placement?: Placement;
  className?: string;
};

const ITEMS = '[role^=menuitem]:not([aria-disabled=true])';

/** A menu of actions and links; arrows, Home, End and first letters move through it. */
export function Menu({ label, trigger, entries, placement = 'bottom-end', className }: MenuProps) {
  const { id, open, setOpen, close, triggerRef, panelRef } = usePopover(placement);
  useEffect(() => {
    if (open) panelRef.current?.querySelector<HTMLElement>(ITEMS)?.focus();
  }, [open, panelRef]);

  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(panelRef.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];
    const target = nextItem(event.key, items, items.indexOf(document.activeElement as HTMLElement));
    if (event.key === 'Tab') return setOpen(false);
    if (!target) return;
    event.preventDefault();
    target.focus();
  };

  return (
    <>
      {trigger(
        {
          ref: triggerRef,
          'aria-expanded': open,
          'aria-controls': open ? id : undefined,
          'aria-haspopup': 'menu',
          onClick: () => setOpen(!open),
        },
        open,
      )}
      {open && (
        <div ref={panelRef} id={id} popover="manual" role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
          <div
            className={cx('min-w-48 animate-pop-in rounded-lg bg-raised p-1 text-sm shadow-md', className)}
            role="none"
          >
            {entries.map((entry, index) => (
              <Entry key={keyOf(entry, index)} entry={entry} close={close} />
            ))}
          </div>
        </div>
      )}
    </>
  );
}

function Entry({ entry, close }: { entry: MenuEntry; close: () => void }) {
  if (entry === 'separator') return <hr className="-mx-1 my-1 border-line" />;
  if ('heading' in entry) {
    return (
      <div role="presentation" className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
        {entry.heading}
      </div>
    );
  }
  const { label, icon, hint, danger, disabled, href, onSelect, checked } = entry;
  const className = cx(
    'flex w-full items-center gap-2.5 rounded-md px-2.5 py-2 text-left outline-none transition-none [&_svg]:size-4 [&_svg]:shrink-0',
    danger ? 'text-bad hover:bg-bad-soft focus:bg-bad-soft' : 'hover:bg-hover focus:bg-hover [&_svg]:text-muted',
    disabled && 'opacity-50',
  );
  const content = (
    <>
      {icon}
      <span className="grow truncate">{label}</span>
      {hint !== undefined && <span className="text-xs text-muted">{hint}</span>}
      {checked !== undefined && <Tick shown={checked} />}
    </>
  );
  if (href !== undefined && !disabled) {
    return (
      <Link href={href} role="menuitem" tabIndex={-1} className={className} onClick={close}>
        {content}
      </Link>
    );
  }
  const choose = () => {
    if (disabled) return;
    close();
    onSelect?.();
  };
  const shared = { type: 'button', tabIndex: -1, className, onClick: choose, 'aria-disabled': disabled } as const;
  if (checked === undefined) {
    return (
      <button {...shared} role="menuitem">
        {content}
      </button>
    );
  }
  return (
    <button {...shared} role="menuitemradio" aria-checked={checked}>
      {content}
    </button>
  );
}

const Tick = ({ shown }: { shown: boolean }) => (
  <svg viewBox="0 0 16 16" className={cx('size-4 text-accent-ink!', !shown && 'invisible')} aria-hidden="true">
    <path
      d="m3.5 8.5 3 3 6-7"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

function nextItem(key: string, items: HTMLElement[], current: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(current + 1) % items.length];
  if (key === 'ArrowUp') return items.at(current <= 0 ? -1 : current - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const ordered = [...items.slice(current + 1), ...items.slice(0, current + 1)];
  return ordered.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}

function keyOf(entry: MenuEntry, index: number): string {
  if (entry === 'separator') return `separator-${index}`;
  return 'heading' in entry ? `heading-${index}` : entry.label;
}
