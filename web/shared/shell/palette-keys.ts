import type { PaletteCommand } from '#web/ui/overlays/command-palette.tsx';

/** Asks the palette for the keys, and opens it so. */
export const KEYS_TERM = '?';
export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';

const COMMON: readonly (readonly [keys: string, does: string])[] = [
  ['/', 'Go to the search field of a list'],
  ['↑ ↓', 'Move between the rows of a list, once one has the focus'],
  ['Enter', 'Open the row, press the button'],
  ['Esc', 'Close a dialog, a panel or a menu; clear a search'],
  [KEYS_TERM, 'Show these keys'],
];

export const keyCommands = (own: typeof COMMON): PaletteCommand[] =>
  [...own, ...COMMON].map(([keys, does]) => ({
    id: keys,
    group: 'Keys',
    label: does,
    hint: keys,
    run: () => undefined,
  }));
