import { writeFileSync } from 'node:fs';
import { readOptions } from '#infra/adapters/config/command-options.ts';

const EVERY_MS = 5_000;

/** The file of `--heartbeat`, of a program that takes no other option. */
export const heartbeatFile = (): string | undefined =>
  readOptions(
    '--heartbeat FILE  is written every 5 seconds while this part is at work, for health checks of containers.',
    { heartbeat: { type: 'string' } },
  ).heartbeat;

/**
 * For health checks of a part that answers no requests: writes the file every few seconds while the part is well and its
 * loop turns, so that the file's age tells. Nothing is written where no file is named.
 */
export function startHeartbeat(file: string | undefined, isWell: () => boolean | Promise<boolean>): void {
  if (file === undefined) return;
  const beat = async () => {
    if (await isWell()) writeFileSync(file, '');
  };
  // What cannot be asked is not well.
  const beats = () => void beat().catch(() => undefined);
  beats();
  setInterval(beats, EVERY_MS).unref();
}
