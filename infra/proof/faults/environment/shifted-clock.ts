// Preloaded into every part (`--import`): it shifts the wall clock by the content of a file. Timers keep their own
// clock, as on a machine whose clock is set.
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 20;
const file = process.env.FAULTS_CLOCK_FILE ?? '';
let offsetMs = 0;
let lookedAtMs = Number.NEGATIVE_INFINITY;

function now(target: DateConstructor): number {
  if (performance.now() - lookedAtMs > LOOK_EVERY_MS) {
    lookedAtMs = performance.now();
    offsetMs = Number(readFileSync(file, 'utf8'));
  }
  return target.now() + offsetMs;
}

globalThis.Date = new Proxy(Date, {
  construct: (target, args, as) => Reflect.construct(target, args.length === 0 ? [now(target)] : args, as),
  apply: (target) => new target(now(target)).toString(),
  get: (target, key) => (key === 'now' ? () => now(target) : Reflect.get(target, key)),
});
