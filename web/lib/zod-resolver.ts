import { zodResolver } from '@hookform/resolvers/zod';
import { config } from 'zod';

// The content security policy forbids compiling validators at run time.
config({ jitless: true });

/** zod and its resolver in one file, for useZodForm to fetch when a form is first needed. */
export { zodResolver };
