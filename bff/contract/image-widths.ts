// Free of zod, so that pictures are drawn before the schemas have arrived.

/** The sizes that are made of every picture, by their greatest width in pixels; a smaller picture is not blown up. */
export const IMAGE_WIDTHS = { small: 160, medium: 320, 'medium-large': 640, large: 1920 } as const;

/** What a phone shows of a banner: its left part in this shape, and at most this large. */
export const NARROW_BANNER = { width: 960, height: 420 } as const;
