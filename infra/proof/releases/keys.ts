import { createHash } from 'node:crypto';
import { createSeal, createUnseal } from '#infra/backup/store/envelope.ts';

// Of the stores of fixtures, which hold nothing but made-up people: these keys are no secrets, and no store has them.
const keyOf = (name: string) => Buffer.from(createHash('sha256').update(`not secret: fixtures, ${name}`).digest());
const BACKUP_IDENTITY = 'AGE-SECRET-KEY-12YHUKHPUA28GJ7K0GJT88T0MZAL3TJ7999UD92LMHAZ0662PFA2QLCNLAN';
const BACKUP_RECIPIENT = 'age1c8469kkcz2jekmrw0l60nacfv5wees3l6caw62vr748acfmh9y8sw84ary';

export const FIXTURE_KEYS = {
  dataKeys: { current: { id: 1, key: keyOf('DATA_ENCRYPTION_KEY') }, retired: [] },
  eventMacs: { current: { id: 1, key: keyOf('EVENT_MAC_KEY') }, retired: [], since: null },
  notaryKey: keyOf('NOTARY_KEY'),
};
export const sealFixture = createSeal(BACKUP_RECIPIENT);
export const unsealFixture = createUnseal(BACKUP_IDENTITY);
