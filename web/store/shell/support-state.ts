import { atom, useAtom } from 'jotai';

const supportOpenAtom = atom(false);

/** The one support dialog of the page; it is drawn by the help button and opened from anywhere in the shell. */
export function useSupportDialog() {
  const [isOpen, setOpen] = useAtom(supportOpenAtom);
  return { isOpen, openSupport: () => setOpen(true), closeSupport: () => setOpen(false) };
}
