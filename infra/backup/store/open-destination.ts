import { withoutLogin } from '#infra/adapters/eventstore/login.ts';
import { BackupError, type Destination } from './destination.ts';

/** `s3://key:secret@bucket/prefix`, or a folder. Only a bucket loads its client. @throws BackupError */
export async function openDestination(address: string): Promise<Destination> {
  if (address.startsWith('s3://')) {
    const { openBucket } = await import('./bucket.ts');
    return openBucket(address);
  }
  if (/^[a-z0-9+]+:\/\//i.test(address)) {
    throw new BackupError(`${withoutLogin(address)} is neither a folder nor s3://key:secret@bucket/prefix.`);
  }
  const { openFolder } = await import('./folder.ts');
  return openFolder(address);
}
