import { later } from './later.ts';

/** How long a toast stays, in milliseconds, by the specification for cart and add-to-cart; errors stay longer to be read. */
const SHORT_MILLISECONDS = 3000;
const ERROR_MILLISECONDS = 6000;
/** One id for all: a new toast takes the place of the one that shows. */
const THE_ONE = 'the-one';

type Kind = 'success' | 'error' | 'warning' | 'info';

const toaster = later(() => import('./toaster-view.tsx'));

/** Has the toaster at hand before it is needed: the first toast may be the one that says that the network is gone. */
export const preloadToaster = toaster.preload;

async function show(kind: Kind, title: string, description?: string): Promise<void> {
  const { mountToaster, sonner } = await toaster.fetch();
  await mountToaster();
  sonner[kind](title, {
    id: THE_ONE,
    description,
    duration: kind === 'error' ? ERROR_MILLISECONDS : SHORT_MILLISECONDS,
  });
}

/** Short messages at the corner of the screen, one at a time: a title and, optionally, a sentence. */
export const toast = {
  success: (title: string, description?: string) => void show('success', title, description),
  error: (title: string, description?: string) => void show('error', title, description),
  warning: (title: string, description?: string) => void show('warning', title, description),
  info: (title: string, description?: string) => void show('info', title, description),
};
