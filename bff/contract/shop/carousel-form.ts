import { z } from 'zod';
import { requiredText } from '#bff/contract/base/form-fields.ts';

export const CarouselLinkForm = z.object({ url: requiredText('Please provide a URL for the image', 500) });
