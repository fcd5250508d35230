import { atom } from 'jotai';

/** Whether buttons stand at the foot of the screen: toasts then show at its head, and cover none of them. */
export const footIsTakenAtom = atom(false);
