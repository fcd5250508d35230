import type { FastifyReply } from 'fastify';

/** Search engines ask again after it. */
const ASK_AGAIN_S = 3_600;

/** Complete in itself: none of the store's own code is shown before the store is open. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>This store is not open yet</title>
<style>
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; font: 16px/1.5 system-ui, sans-serif; color: #1f2937; background: #f9fafb }
main { margin: auto; max-width: 26rem; padding: 2rem 1.5rem; text-align: center }
h1 { margin: 0 0 .5rem; font-size: 1.25rem; line-height: 1.4 }
p { margin: 0 0 1.5rem }
a { color: #4338ca; text-underline-offset: 2px }
@media (prefers-color-scheme: dark) { body { color: #e5e7eb; background: #0b0d12 } a { color: #a5b4fc } }
</style>
</head>
<body>
<main>
<h1>This store is not open yet</h1>
<p>It is being set up. Please come back later.</p>
<a href="/admin/setup">Set up the store</a>
</main>
</body>
</html>
`;

export const sendNotOpen = (reply: FastifyReply, withStrip: (page: string) => string): FastifyReply =>
  reply
    .code(503)
    .headers({ 'retry-after': ASK_AGAIN_S, 'x-robots-tag': 'noindex' })
    .type('text/html; charset=utf-8')
    .send(withStrip(PAGE));
