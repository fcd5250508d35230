export function ChartTable({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard.
    <section className="max-h-72 overflow-auto" aria-label={caption} tabIndex={0}>
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface text-xs text-muted">
          <tr>
            {head.map((label, index) => (
              <th
                key={label}
                scope="col"
                className={`border-b px-2 py-2 font-medium ${index === 0 ? 'text-left' : 'text-right'}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]} className="border-b last:border-b-0">
              {row.map((cell, index) =>
                index === 0 ? (
                  <th key={head[index]} scope="row" className="px-2 py-2 text-left font-normal">
                    {cell}
                  </th>
                ) : (
                  <td key={head[index]} className="tabular px-2 py-2 text-right">
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
