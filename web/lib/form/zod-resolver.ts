import { zodResolver } from '@hookform/resolvers/zod';
import { config } from 'zod';
import { plainMessage } from '#bff/contract/base/plain-messages.ts';

config({ customError: plainMessage });

/** zod and its resolver in one file, which useZodForm loads when a form is first needed. */
export { zodResolver };
