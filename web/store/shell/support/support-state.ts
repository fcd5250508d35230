import { atom, useAtom } from 'jotai';

const supportOpenAtom = atom(false);

/** The one support dialog of the page. The help button draws it, and anything in the shell can open it. */
export function useSupportDialog() {
  const [isOpen, setOpen] = useAtom(supportOpenAtom);
  return { isOpen, openSupport: () => setOpen(true), closeSupport: () => setOpen(false) };
}
