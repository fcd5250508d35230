/**
 * Splits 'steam,xbox' at its commas. A comma inside parentheses belongs to the name, as in 'Microsoft (Games, Software, Xbox)';
 * any other comma of a name is written '\,'. Blank parts are dropped.
 */
export function splitCommaList(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\\' && (text[at + 1] === ',' || text[at + 1] === '\\')) {
      part += text[at + 1];
      at += 1;
    } else if (character === ',' && (depth === 0 || !text.includes(')', at))) {
      parts.push(part);
      part = '';
    } else {
      if (character === '(') depth += 1;
      if (character === ')') depth = Math.max(0, depth - 1);
      part += character;
    }
  }
  parts.push(part);
  return parts.map((each) => each.trim()).filter((each) => each !== '');
}

export const joinCommaList = (values: readonly string[]): string =>
  values.map((value) => (splitCommaList(value)[0] === value ? value : value.replace(/[\\,]/g, '\\$&'))).join(',');
