// Without zod, so that pictures are drawn before the schemas are loaded.

/** Greatest widths in pixels. A smaller picture is not enlarged. */
export const IMAGE_WIDTHS = { small: 160, medium: 320, 'medium-large': 640, large: 1920 } as const;

/** The part of a banner that a phone shows: the left one, of this shape, and at most this large. */
export const NARROW_BANNER = { width: 960, height: 420 } as const;
