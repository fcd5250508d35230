import assert from 'node:assert/strict';
import { it } from 'node:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { ProductImage } from './product-image.tsx';

const OWN = '/api/images/7c0e7a9e-0000-4000-8000-000000000001/';

it('a product’s picture comes in the size that it is shown in, when it is near, the first ones at once', () => {
  const near = renderToStaticMarkup(<ProductImage brand="Steam" image={`${OWN}medium`} sizes="16rem" />);
  assert.ok(
    near.includes(`srcSet="${OWN}small 160w, ${OWN}medium 320w, ${OWN}medium-large 640w, ${OWN}large 1920w"`),
    near,
  );
  assert.match(near, /sizes="16rem".*width="320" height="202".*loading="lazy"/);
  const first = renderToStaticMarkup(<ProductImage brand="Steam" image={`${OWN}medium`} sizes="16rem" isFirst />);
  assert.match(first, /loading="eager"/);
  assert.match(first, /fetchPriority="high"/i);
  const chosen = renderToStaticMarkup(<ProductImage brand="Steam" image="blob:somewhere" sizes="16rem" />);
  assert.doesNotMatch(chosen, /srcSet/, 'a picture that is not ours has one size');
});
