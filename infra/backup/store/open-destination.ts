import { openFiles } from '#infra/adapters/files/open-files.ts';
import { type ObjectStore, readObject } from '#infra/adapters/objects/object-store.ts';
import { openObjects } from '#infra/adapters/objects/open-objects.ts';
import { BackupError, type Destination } from './destination.ts';

const failure = (message: string, options?: ErrorOptions) => new BackupError(message, options);

/** `s3://key:secret@bucket/prefix`, or a folder. @throws BackupError */
export async function openDestination(address: string): Promise<Destination> {
  const objects = await openObjects(address, { failure, variable: 'BACKUP_TO' });
  return {
    name: objects.name,
    put: (name, bytes) => objects.put(name, bytes),
    get: (name) => readObject(objects, name),
    list: async (folder) => (await objects.list(folder)).map(({ name }) => name),
    remove: (name) => objects.remove(name),
  };
}

/** The files of a store: they are backed up from here, and brought back to here. @throws BackupError */
export const openStoreFiles = (filesDir: string): Promise<ObjectStore> => openFiles(filesDir, failure);
