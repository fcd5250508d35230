import { atom } from 'jotai';

/** Whether there are buttons at the bottom of the screen: toasts then show at the top, and cover none of them. */
export const footIsTakenAtom = atom(false);
