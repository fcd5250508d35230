import type { Difference } from './compare.ts';

/** The differences in words, each with its key and the values of the columns that differ. */
export function describeDifferences(differences: readonly Difference[]): string {
  return differences.flatMap(describe).join('\n');
}

function describe({ table, rows, samples }: Difference): string[] {
  const heading = `${table}: ${rows} ${rows === 1 ? 'row differs' : 'rows differ'}`;
  const lines = samples.map((sample) => {
    if (sample.kind === 'missing') return `  ${sample.key}: missing in the live table`;
    if (sample.kind === 'unexpected') return `  ${sample.key}: only in the live table`;
    const columns = sample.columns.map(
      (column) => `${column.name} ${column.live ?? 'null'} → ${column.rebuilt ?? 'null'}`,
    );
    return `  ${sample.key}: live → rebuilt: ${columns.join(', ')}`;
  });
  const more = rows - samples.length;
  return [heading, ...lines, ...(more > 0 ? [`  … and ${more} more`] : [])];
}
