/** How a store calls itself before an owner has said its name. */
export const UNNAMED_STORE = 'Gift card store';
