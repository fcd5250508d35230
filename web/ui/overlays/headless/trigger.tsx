import { type ComponentProps, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

/** How a piece was opened: the keyboard goes to its first entry, the pointer does not. */
export type Opener = 'pointer' | 'keyboard';

/** The props that a trigger must pass to its button: `(props) => <IconButton {...props} … />`. */
export type TriggerProps = Omit<ComponentProps<'button'>, 'disabled' | 'children' | 'value'>;
export type RenderTrigger = (props: TriggerProps) => ReactNode;

/** The `as` of Headless UI's buttons: draws the screen's own trigger, which may be more than a button. */
export const Trigger = ({ render, ...props }: TriggerProps & { render: RenderTrigger }) => render(props);

/** Opens a piece that has just replaced its placeholder control, and focuses its button if the placeholder had the focus. */
export function useOpenAtOnce(opener: Opener): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    button.current?.focus({ preventScroll: true });
    if (opener === 'pointer') button.current?.click();
    else button.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  }, [opener]);
  return button;
}
