import { Gauge, type Registry } from 'prom-client';

type Reading = number | readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];

/** A figure that is read when Prometheus asks for it. */
export function gauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => Promise<Reading>,
  labelNames: readonly string[] = [],
): void {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const reading = await read();
      this.reset();
      if (typeof reading === 'number') this.set(reading);
      else for (const [labels, value] of reading) this.set(labels, value);
    },
  });
}
