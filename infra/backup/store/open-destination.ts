import { BackupError, type Destination } from './destination.ts';

/** `s3://bucket/prefix`, or a folder. Only a bucket loads its client. @throws BackupError */
export async function openDestination(address: string): Promise<Destination> {
  if (address.startsWith('s3://')) {
    const { openBucket } = await import('./bucket.ts');
    return openBucket(address, process.env);
  }
  if (/^[a-z0-9+]+:\/\//i.test(address)) {
    throw new BackupError(`${address} is neither a folder nor s3://bucket/prefix.`);
  }
  const { openFolder } = await import('./folder.ts');
  return openFolder(address);
}
