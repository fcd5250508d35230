/**
 * Text in the letters that every bank accepts, by EPC217-08 ("SEPA Requirements for an extended character set"): its conversion table for
 * Latin, Greek and Bulgarian letters, where removing the accent is not enough.
 */

/** `Æ AE` is a letter and what is written for it; two spaces stand between the pairs. */
const pairs = (...lines: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(lines.flatMap((line) => line.split('  ').map((pair) => pair.split(' '))));

const LATIN = pairs(`Æ AE  Œ OE  Ø O  Đ D  Ð D  Ħ H  Ł L  Ŀ L  Ŋ N  Þ TH  Ŧ T  Ĳ IJ  ẞ SS  ı i  ĸ k  ŉ 'n  ſ s  ß ss`);
const GREEK = pairs(
  'Α A  Β V  Γ G  Δ D  Ε E  Ζ Z  Η I  Θ TH  Ι I  Κ K  Λ L  Μ M  Ν N  Ξ X  Ο O  Π P  Ρ R  Σ S  Τ T  Υ Y',
  'Φ F  Χ CH  Ψ PS  Ω O  ς s',
);
const BULGARIAN = pairs(
  'А A  Б B  В V  Г G  Д D  Е E  Ж ZH  З Z  И I  Й Y  К K  Л L  М M  Н N  О O  П P  Р R  С S  Т T  У U',
  'Ф F  Х H  Ц TS  Ч CH  Ш SH  Щ SHT  Ъ A  Ь Y  Ю YU  Я YA',
);
const SIGNS = pairs(
  `’ '  ‘ '  ‚ '  ‛ '  \` '  ´ '  ʹ '  ʼ '  “ '  ” '  „ '  " '  « '  » '  ‹ '  › '  – -  — -  ‐ -  ‑ -`,
  '_ -  ~ -  & +  [ (  { (  ] )  } )  \\ /  | /  ; ,  ! .  @ (at)',
);

/** Both cases of a table: the lower one of `TH` is `th`, and a capital before a small letter is `Th`. */
const TABLE = new Map(
  Object.entries({ ...LATIN, ...GREEK, ...BULGARIAN }).flatMap(([letter, to]) => {
    const lower = letter.toLowerCase();
    return lower === letter || lower.length !== letter.length
      ? [[letter, to]]
      : [
          [letter, to],
          [lower, to.toLowerCase()],
        ];
  }) as [string, string][],
);

const ALLOWED = /^[A-Za-z0-9/\-?:().,'+ ]$/;

type Latin = {
  readonly text: string;
  /** The letters and digits that no bank accepts and that are missing in `text`, each once. */
  readonly lost: readonly string[];
};

/** Letters keep their sound, accents and invisible signs are removed, other signs become a space. A slash neither begins, ends nor doubles. */
export function latinOf(written: string): Latin {
  const lost = new Set<string>();
  const signs = [...written.normalize('NFC').replace(/\p{Cf}/gu, '')];
  const parts = signs.map((sign, place) => {
    const known = latinSign(sign);
    if (known !== undefined) return titled(known, sign, signs[place + 1]);
    if (/[\p{L}\p{N}]/u.test(sign)) lost.add(sign);
    return ' ';
  });
  const text = parts
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/\/(?:\s*\/)+/g, '/')
    .replace(/^[\s/]+|[\s/]+$/g, '');
  return { text, lost: [...lost] };
}

function latinSign(sign: string): string | undefined {
  if (ALLOWED.test(sign)) return sign;
  const listed = TABLE.get(sign) ?? SIGNS[sign];
  if (listed !== undefined) return listed;
  const bare = [...sign.normalize('NFKD').replace(/\p{M}/gu, '')];
  // A mark alone belongs to the letter before it.
  if (bare.length === 0) return '';
  const parts = bare.map((each) => (ALLOWED.test(each) ? each : (TABLE.get(each) ?? SIGNS[each])));
  return parts.includes(undefined) ? undefined : parts.join('');
}

/** `Þór` is Thor, `ÞÓR` is THOR. */
const titled = (to: string, sign: string, next: string | undefined): string =>
  to.length > 1 && next !== undefined && /\p{L}/u.test(to) && sign !== sign.toLowerCase() && next !== next.toUpperCase()
    ? to.slice(0, 1) + to.slice(1).toLowerCase()
    : to;
