import { useFirstUse } from './headless/load.ts';
import type { PopoverProps } from './headless/popover-view.tsx';

export function Popover(props: PopoverProps) {
  const { views, setOpener, preload } = useFirstUse();
  if (views) return <views.PopoverView {...props} />;
  return props.trigger({
    ...preload,
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onClick: () => setOpener('pointer'),
  });
}
