import { z } from 'zod';
import { MAX_SETTINGS_LINE } from './limits.ts';

export const Line = z.string().min(1).max(MAX_SETTINGS_LINE);
