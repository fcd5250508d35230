import type { KeyboardEvent } from 'react';

const ENTRIES = ':is([role^=menuitem], [role=option]):not([aria-disabled=true])';

/** Headless UI stops at the ends of a list. Ours continue: after the last entry comes the first. */
export function goRound(event: KeyboardEvent<HTMLElement>): void {
  const end = { ArrowDown: -1, ArrowUp: 0 }[event.key];
  const field = event.currentTarget;
  const list = field.role === 'combobox' ? document.getElementById(field.getAttribute('aria-controls') ?? '') : field;
  if (end === undefined || !list) return;
  const last = [...list.querySelectorAll(ENTRIES)].at(end);
  if (!last || last.id !== field.getAttribute('aria-activedescendant')) return;
  event.preventDefault();
  field.dispatchEvent(new KeyboardEvent('keydown', { key: end === 0 ? 'End' : 'Home', bubbles: true }));
}
