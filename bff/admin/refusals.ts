import { ApiError } from '#bff/lib/api-error.ts';

/** 409: the object is not in a state that allows it. The message says what it means and what to do. */
export const conflict = (code: string, message: string): ApiError => new ApiError(409, code, message);
