import { zodResolver } from '@hookform/resolvers/zod';
import { config } from 'zod';
import { plainMessage } from '#bff/contract/plain-messages.ts';

// The content security policy forbids compiling validators at run time.
config({ jitless: true, customError: plainMessage });

/** zod and its resolver in one file, which useZodForm loads when a form is first needed. */
export { zodResolver };
