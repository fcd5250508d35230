import { z } from 'zod';

/** A picture that was chosen in a form, null without one. The server judges it by its content. */
export const Picture = z.custom<File>().nullable();
