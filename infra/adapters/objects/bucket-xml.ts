/** What S3 answers: flat elements, read one by one. */

/** The text of the first element of that name. */
export function tagIn(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return found === undefined ? undefined : unescapeXml(found);
}

/** The inside of each element of that name. */
export const elementsIn = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) => inner);

/** The code of an error; undefined where it is none. */
export const errorIn = (xml: string): string | undefined => (/<Error[ >]/.test(xml) ? tagIn(xml, 'Code') : undefined);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? all;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });

export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
