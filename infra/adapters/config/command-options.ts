import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/**
 * The options of a command call. A call for help prints the usage and ends the process with 0; a mistyped option prints
 * it too, and ends the process with 2.
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

/** The whole number of an option; the process ends with 2 if it is no number within these bounds. */
export function wholeOption(name: string, given: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  const value = Number(given);
  if (given !== '' && Number.isInteger(value) && value >= least && value <= most) return value;
  const bounds = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
  console.error(`--${name} wants a whole number ${bounds}, not "${given}".`);
  process.exit(2);
}
