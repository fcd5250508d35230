/** A country's flag from its two letters: regional indicator symbols, drawn by the system's font. */
export const Flag = ({ code }: { code: string }) => (
  <span aria-hidden="true">{String.fromCodePoint(...[...code].map((letter) => 0x1f1a5 + letter.charCodeAt(0)))}</span>
);
