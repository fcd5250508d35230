/**
 * Deep equality of plain data (objects, arrays, bigints, strings …). It shows whether a repeated command is the same
 * command.
 */
export function isSameData(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const leftEntries = Object.entries(left);
  const rightValues = new Map(Object.entries(right));
  return (
    leftEntries.length === rightValues.size &&
    leftEntries.every(([key, value]) => rightValues.has(key) && isSameData(value, rightValues.get(key)))
  );
}

/** Whether `again` adds nothing to `said`; a null field adds nothing. */
export const addsNothing = (said: object, again: object): boolean =>
  isSameData(said, { ...said, ...Object.fromEntries(Object.entries(again).filter(([, value]) => value !== null)) });
