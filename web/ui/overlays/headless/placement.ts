export type Placement = 'bottom-start' | 'bottom-end';

const GAP_PIXELS = 6;
const EDGE_PIXELS = 8;

/** The place of a panel beside its trigger: on the other side where there is no room, and always inside the window. */
export const anchorOf = (placement: Placement) =>
  ({
    to: placement === 'bottom-start' ? 'bottom start' : 'bottom end',
    gap: GAP_PIXELS,
    padding: EDGE_PIXELS,
  }) as const;

/** The surface of everything that opens beside a control. */
export const PANEL_CLASS = 'animate-pop-in rounded-lg bg-raised text-sm shadow-md outline-none';
