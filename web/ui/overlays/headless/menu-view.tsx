import {
  MenuItem as HeadlessItem,
  Menu as HeadlessMenu,
  MenuButton,
  MenuHeading,
  MenuItems,
  MenuSection,
  MenuSeparator,
} from '@headlessui/react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import { cx } from '#web/lib/words/cx.ts';
import { goRound } from './go-round.ts';
import { anchorOf, PANEL_CLASS } from './placement.ts';
import { Tick } from './tick.tsx';
import { type Opener, type RenderTrigger, Trigger, useOpenAtOnce } from './trigger.tsx';

type MenuItem = {
  label: string;
  icon?: ReactNode;
  /** A small text at the end: a shortcut, a state. */
  hint?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** The address of a link … */
  href?: string;
  /** … or an action. */
  onSelect?: () => void;
  /** Makes it a choice among others, ticked or not. */
  checked?: boolean;
};
export type MenuEntry = MenuItem | 'separator' | { heading: ReactNode };

export type MenuProps = {
  trigger: RenderTrigger;
  entries: readonly MenuEntry[];
  className?: string;
};

/** See Menu. */
export function MenuView({ trigger, entries, className, opener }: MenuProps & { opener: Opener }) {
  const button = useOpenAtOnce(opener);
  return (
    <HeadlessMenu>
      <MenuButton as={Trigger} ref={button} render={trigger} />
      <MenuItems
        anchor={anchorOf('bottom-end')}
        modal={false}
        onKeyDown={goRound}
        className={cx(PANEL_CLASS, 'min-w-48 p-1', className)}
      >
        {sectionsOf(entries).map(({ heading, items }, index) => (
          <MenuSection key={String(index)}>
            {index > 0 && <MenuSeparator as="hr" className="-mx-1 my-1 border-line" />}
            {heading && (
              <MenuHeading as="div" className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
                {heading}
              </MenuHeading>
            )}
            {items.map((item) => (
              <HeadlessItem key={item.label} as={Entry} item={item} disabled={item.disabled ?? false} />
            ))}
          </MenuSection>
        ))}
      </MenuItems>
    </HeadlessMenu>
  );
}

type EntryProps = ComponentProps<'button'> & ComponentProps<'a'> & { item: MenuItem };

function Entry({ item, role, onClick, ...rest }: EntryProps) {
  const { label, icon, hint, danger, disabled, href, onSelect, checked } = item;
  const props = {
    ...rest,
    className: cx(
      'flex w-full items-center gap-2.5 rounded-md px-2.5 py-2 text-left outline-none transition-none [&_svg]:size-4 [&_svg]:shrink-0',
      danger ? 'text-bad data-focus:bg-bad-soft' : 'data-focus:bg-hover [&_svg]:text-muted',
      disabled && 'opacity-50',
    ),
  };
  const content = (
    <>
      {icon}
      <span className="grow truncate">{label}</span>
      {hint !== undefined && <span className="text-xs text-muted">{hint}</span>}
      {checked !== undefined && <Tick className={cx('text-accent-ink!', !checked && 'invisible')} />}
    </>
  );
  if (href !== undefined && !disabled) {
    return (
      <Link {...props} href={href} role={role} onClick={onClick}>
        {content}
      </Link>
    );
  }
  const choice = checked === undefined ? { role } : { role: 'menuitemradio', 'aria-checked': checked };
  return (
    <button
      {...props}
      {...choice}
      type="button"
      onClick={(event) => {
        onClick?.(event);
        if (!disabled) onSelect?.();
      }}
    >
      {content}
    </button>
  );
}

type Section = { heading?: ReactNode; items: MenuItem[] };

/** Entries between two separators are a section; a heading names the entries after it. */
function sectionsOf(entries: readonly MenuEntry[]): Section[] {
  const sections: Section[] = [{ items: [] }];
  for (const entry of entries) {
    const last = sections.at(-1);
    if (entry === 'separator') sections.push({ items: [] });
    else if (!last) continue;
    else if ('heading' in entry) last.heading = entry.heading;
    else last.items.push(entry);
  }
  return sections;
}
