import { withoutLogin } from '#infra/adapters/eventstore/login.ts';
import type { FolderOptions } from './folder.ts';
import type { Failure, ObjectStore } from './object-store.ts';

export const isBucket = (address: string): boolean => address.startsWith('s3://');

type Options = FolderOptions & {
  readonly failure: Failure;
  /** The variable that has the address, for messages. */
  readonly variable: 'BACKUP_TO' | 'FILES_DIR';
};

/** `s3://key:secret@bucket/prefix`, or a folder. Only a bucket loads its client. @throws the failure, for a wrong address */
export async function openObjects(address: string, { failure, variable, ...ofFolder }: Options): Promise<ObjectStore> {
  if (isBucket(address)) return (await import('./bucket.ts')).openBucket(address, { failure, variable });
  if (/^[a-z0-9+]+:\/\//i.test(address)) {
    throw failure(`${withoutLogin(address)} is neither a folder nor s3://key:secret@bucket/prefix.`);
  }
  return (await import('./folder.ts')).openFolder(address, { failure, ...ofFolder });
}
