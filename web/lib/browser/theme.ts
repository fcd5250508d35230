import { atom } from 'jotai';
import { readStorage, STORAGE_KEYS, writeStorage } from './storage.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';

const choiceFromStorage = (): ThemeChoice => {
  const stored = readStorage(STORAGE_KEYS.theme);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
};

const base = atom<ThemeChoice>(choiceFromStorage());

/** The reader's choice; 'system' follows the operating system. `web/public/before-paint.js` applies it before the first paint. */
export const themeAtom = atom(
  (get) => get(base),
  (_get, set, choice: ThemeChoice) => {
    writeStorage(STORAGE_KEYS.theme, choice === 'system' ? null : choice);
    set(base, choice);
    applyTheme();
  },
);

/** Keeps the page in step with the operating system and with a choice made in another tab. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
  addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEYS.theme) applyTheme();
  });
}

function applyTheme(): void {
  const choice = choiceFromStorage();
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = choice === 'system' ? (systemIsDark ? 'dark' : 'light') : choice;
}
