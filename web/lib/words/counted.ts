/** A count with its noun, given in the plural: '1 delivery', '1,204 deliveries'. */
export const counted = (count: number, plural: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? singularOf(plural) : plural}`;

const singularOf = (plural: string): string =>
  plural.endsWith('ies') ? `${plural.slice(0, -'ies'.length)}y` : plural.replace(/s$/, '');
