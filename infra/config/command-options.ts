import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/**
 * The options that a command was called with. A call for help gets its usage, and a mistyped option gets that
 * with it: the process ends then, with 0 or 2.
 */
export function readOptions<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options) {
  const parse = () => parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h', default: false } } });
  let values: ReturnType<typeof parseArgs<{ options: Options }>>['values'] & { help?: boolean };
  try {
    ({ values } = parse());
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exit(2);
  }
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  return values;
}

/** The whole number that an option was given; where it is none within these bounds, the process ends with 2. */
export function wholeOption(name: string, given: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  const value = Number(given);
  if (given !== '' && Number.isInteger(value) && value >= least && value <= most) return value;
  const bounds = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
  console.error(`--${name} wants a whole number ${bounds}, not "${given}".`);
  process.exit(2);
}
