import assert from 'node:assert/strict';
import { it } from 'node:test';
import { screen } from '@testing-library/react';
import { renderScreen } from '#web/testing/render.tsx';
import { SeriesChartView } from './series-chart-view.tsx';

const chart = (isLastOpen: boolean) => (
  <SeriesChartView
    label="Weekly sales"
    labelHeader="Week of"
    labels={['Nov 16', 'Nov 23']}
    series={[{ id: 'sales', label: 'Sales', values: [5, 1] }]}
    kind="area"
    format={String}
    isLastOpen={isLastOpen}
  />
);

for (const [isLastOpen, last] of [
  [true, 'Nov 23, so far'],
  [false, 'Nov 23'],
] as const) {
  it(`a chart whose last week is ${isLastOpen ? 'not ' : ''}over names it ${last}`, async () => {
    const { user } = renderScreen(chart(isLastOpen), { realm: 'admin', answers: {} });
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    const rows = screen.getAllByRole('row').map((row) => row.firstElementChild?.textContent);
    assert.deepEqual(rows, ['Week of', 'Nov 16', last]);
  });
}
