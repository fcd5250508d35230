import type {
  BackupState,
  JobName,
  JobQueueState,
  NotaryState,
  ReadModelState,
  SystemState,
} from '#bff/contract/office/admin-system.ts';

export type Health = { tone: 'ok' | 'warn' | 'bad'; title: string; message: string };

const as =
  (tone: Health['tone']) =>
  (title: string, message: string): Health => ({ tone, title, message });
const [ok, warn, bad] = [as('ok'), as('warn'), as('bad')];

/** The state of the whole, in words: the worst part decides. */
export function healthOf(state: SystemState['data'], now: number = Date.now()): Health {
  if (!state.event_store.is_connected) {
    return bad(
      'The event store does not answer',
      'Nothing can be bought, credited or paid out until it is back. What was booked before is safe.',
    );
  }
  if (!state.postgres.is_connected) {
    return bad(
      'The database does not answer',
      'Lists and sign-ins do not work until it is back. The ledger itself is safe in the event store.',
    );
  }
  const otherLog =
    state.read_models.find(({ status }) => status === 'other-log')?.error ??
    state.followers.find(({ problem }) => problem !== null)?.problem;
  if (otherLog) {
    return bad(
      'The log is not the one that was followed before',
      `A backup was restored, or the event store is another one. Lists are old, and nothing follows from what is booked until somebody has decided: docs/runbooks/log-set-back.md. ${otherLog}`,
    );
  }
  const stopped = state.read_models.find((model) => model.status === 'stopped');
  if (stopped) {
    return bad(
      'Lists have stopped following the ledger',
      `An event could not be applied, so balances shown are old rather than wrong. No money is lost. ${stopped.error ?? ''}`,
    );
  }
  if (state.read_models.some((model) => model.status !== 'running')) {
    return warn(
      'Lists may be behind the ledger',
      'Balances and lists may be a moment old. Every booking is safe and will show.',
    );
  }
  if (state.notary?.refusal) {
    return bad(
      'The notary refused to sign the log',
      'The log may not be the one that was signed before. Stop payouts, and follow the runbook for a tamper alarm.',
    );
  }
  if (state.files.problem !== null) {
    return bad(
      'The files cannot be reached',
      `No proof, document or picture can be uploaded or opened until they are back. Everything else works, and what was stored stays. ${state.files.problem}`,
    );
  }
  if (state.postgres.standby?.problem) {
    return warn(
      'The standby of the database is away or behind',
      'Lists are read from the primary, so they are right. If the primary is lost now, it may cost more than it should.',
    );
  }
  if (state.upload_scanner.is_connected === false) {
    return warn(
      'The virus scanner does not answer',
      'No file can be uploaded until it is back: no proof, document or picture. Everything else works.',
    );
  }
  if (isLate(state.notary, now)) {
    return warn(
      'The notary has not signed the log in time',
      'It signs once a day. Until it does, newer events have no proof; nothing else waits for it.',
    );
  }
  if (failingOf(state.notary) > 0) {
    return warn(
      'A witness does not sign the log',
      'The notary signs without it, and nothing waits for it. Its reason stands below.',
    );
  }
  if (state.unanswered) {
    return warn('Not every part answers', `No answer from: ${state.unanswered}. What is shown of the others is right.`);
  }
  return (
    backupHealth(state.backups, now) ??
    jobsHealth(state) ??
    ok('Everything is running', 'The ledger answers, and every list shows its latest event.')
  );
}

/** Undefined where all is well. */
function jobsHealth({ jobs, jobs_problem }: SystemState['data']): Health | undefined {
  if (jobs_problem) {
    return warn(
      'Background work stands still',
      `Mails, webhooks, invoices and the expiry of orders wait. Nothing is lost. The server says: ${jobs_problem}`,
    );
  }
  const failed = jobs.reduce((sum, queue) => sum + queue.failed, 0);
  if (failed === 0) return undefined;
  return warn(
    `${failed.toLocaleString('en-US')} background ${failed === 1 ? 'job has' : 'jobs have'} failed`,
    'Mails or pictures may be missing. Money is not moved by background jobs.',
  );
}

const READ_MODEL_WORDS: Record<string, { label: string; tone: Health['tone'] }> = {
  running: { label: 'Up to date', tone: 'ok' },
  'catching-up': { label: 'Catching up', tone: 'warn' },
  stopped: { label: 'Stopped', tone: 'bad' },
  'other-log': { label: 'Another log', tone: 'bad' },
  silent: { label: 'Silent', tone: 'warn' },
};

export const readModelWords = ({ status }: Pick<ReadModelState, 'status'>) =>
  READ_MODEL_WORDS[status] ?? { label: status, tone: 'warn' as const };

const QUEUE_WORDS: Record<JobName, { label: string; message: string }> = {
  mail: { label: 'Mails', message: 'Every mail to customers and administrators.' },
  'account-link': { label: 'Links by mail', message: 'Prepares what is asked for by address: sign-ups, passwords.' },
  webhooks: { label: 'Webhooks', message: 'Tells customers’ systems what happened, and tries again.' },
  'order-expiry': { label: 'Order expiry', message: 'Cancels orders that were not paid in time.' },
  'planned-prices': { label: 'Planned prices and discounts', message: 'Applies what was planned for a day.' },
  'money-mails': { label: 'Mails about money', message: 'Tells customers of deposits, orders and withdrawals.' },
  'credit-reminders': {
    label: 'Credit reminders',
    message: 'Reminds customers of used credit, by the rules of the configuration.',
  },
  'second-factor-reset': {
    label: 'Second factors',
    message: 'Removes those that an owner reset, once the delay is over.',
  },
  'settings-changes': {
    label: 'Settings',
    message: 'Mails owners each step of a change of settings, and lets it count once its wait is over.',
  },
  'administrator-changes': {
    label: 'Administrators',
    message: 'Carries out changes to administrators, once their delay is over.',
  },
  'send-records': { label: 'Records', message: 'Books in the ledger what was done while the event store was away.' },
  'image-sizes': { label: 'Picture sizes', message: 'Makes small and large versions of uploaded pictures.' },
  'issue-invoices': { label: 'Invoices', message: 'Writes down seller and buyer of each new invoice as they are.' },
  'personal-data': { label: 'Personal data', message: 'Erases customers once an owner has confirmed it.' },
  'watch-ledger': { label: 'Ledger watch', message: 'Looks every minute for events that cannot be trusted.' },
  'watch-notary': {
    label: 'Notary watch',
    message: 'Looks every minute whether the notary or a witness did not sign, and mails new heads.',
  },
  'clean-up': { label: 'Clean-up', message: 'Removes what has expired: sessions, old keys, stray files.' },
};

/** A little more than a day: the notary signs once a day, and a backup is made as often at least. */
const LATE_AFTER_MS = 26 * 60 * 60 * 1000;

const isLate = (notary: NotaryState | null, now: number): boolean =>
  now - Date.parse(notary?.head?.signed_at ?? '') > LATE_AFTER_MS;
const failingOf = (notary: NotaryState | null): number =>
  notary?.witnesses.filter(({ problem }) => problem !== null).length ?? 0;

/** The words of a backup; of several places the newest run speaks. */
export function backupWords(
  backups: readonly BackupState[] | null,
  now: number,
): { tone: Health['tone']; status: string; message?: string } {
  if (!backups) return { tone: 'warn', status: 'Not known' };
  const failed = backups.find(({ problem }) => problem !== null);
  if (failed) return { tone: 'bad', status: 'Failed', message: `${failed.place}: ${failed.problem}` };
  if (backups.length === 0) {
    return {
      tone: 'warn',
      status: 'None yet',
      message: 'Nothing could be brought back if this machine is lost. npm run backup makes one: docs/operations.md.',
    };
  }
  if (!isBackedUp(backups, now)) {
    return { tone: 'warn', status: 'Late', message: 'The newest set is older than a day. Does its timer still run?' };
  }
  return { tone: 'ok', status: 'Made' };
}

/** Undefined where all is well, and where none was ever made: a demonstration is not backed up, and works. */
function backupHealth(backups: readonly BackupState[] | null, now: number): Health | undefined {
  if (!backups || backups.length === 0) return undefined;
  const { tone, message } = backupWords(backups, now);
  if (tone === 'ok') return undefined;
  return warn(tone === 'bad' ? 'The last backup failed' : 'The backup is late', `Everything else works. ${message}`);
}

const isBackedUp = (backups: readonly BackupState[], now: number): boolean =>
  backups.some(({ set }) => set && now - Date.parse(set.made_at) <= LATE_AFTER_MS);

/** The worst state decides. */
export function notaryWords(
  notary: NotaryState | null,
  now: number,
): { tone: 'ok' | 'warn' | 'bad'; status: string; message?: string } {
  if (!notary) return { tone: 'warn', status: 'Not known' };
  const { head, refusal } = notary;
  if (refusal) return { tone: 'bad', status: 'Refused', message: refusal.problem };
  if (!head) return { tone: 'warn', status: 'Not signed yet', message: 'The notary signs the log once a day.' };
  if (isLate(notary, now)) {
    return {
      tone: 'warn',
      status: 'Late',
      message: 'The notary signs once a day, and has not for longer. Is it started?',
    };
  }
  const failing = failingOf(notary);
  if (failing > 0) return { tone: 'warn', status: `${failing} ${failing === 1 ? 'witness fails' : 'witnesses fail'}` };
  return { tone: 'ok', status: 'Signed' };
}

const FOLLOWERS = { processes: 'Next steps', webhooks: 'Webhooks' } as const;

/** What follows the log beside the lists, in words. */
export function followerWords(followers: SystemState['data']['followers']) {
  const waiting = followers.filter(({ problem }) => problem !== null);
  if (waiting.length === 0) return { tone: 'ok', status: 'Follow the log' } as const;
  const names = waiting.map(({ name }) => FOLLOWERS[name]).join(', ');
  return { tone: 'bad', status: 'Another log', message: `${names}: ${waiting[0]?.problem}` } as const;
}

export function scannerWords({ is_connected: isConnected }: SystemState['data']['upload_scanner']) {
  if (isConnected === null) return { tone: 'warn', status: 'Not configured' } as const;
  return isConnected ? ({ tone: 'ok', status: 'Connected' } as const) : ({ tone: 'bad', status: 'No answer' } as const);
}

export const queueWords = ({ name }: Pick<JobQueueState, 'name'>) => QUEUE_WORDS[name];

/** 3_725 → '1 h 2 min'; the two largest units. */
export function uptimeWords(seconds: number): string {
  const units = [
    { size: 86_400, name: 'd' },
    { size: 3_600, name: 'h' },
    { size: 60, name: 'min' },
    { size: 1, name: 's' },
  ];
  let rest = Math.max(0, Math.floor(seconds));
  const parts = units.flatMap(({ size, name }) => {
    const count = Math.floor(rest / size);
    rest %= size;
    return count > 0 ? [`${count} ${name}`] : [];
  });
  return parts.length === 0 ? '0 s' : parts.slice(0, 2).join(' ');
}
