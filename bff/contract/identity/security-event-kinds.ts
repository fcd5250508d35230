// Events that may be an attack, and what follows. It imports nothing, because the screens read it too.

export const SEVERITIES = ['low', 'medium', 'severe'] as const;
export type Severity = (typeof SEVERITIES)[number];

type Kind = {
  readonly name: string;
  readonly severity: Severity;
  readonly sentence: string;
  /** Who is alerted at once: owners by mail and bell, the operators by a rule of infra/observability/security.rules.yml, or nobody. */
  readonly alert: 'owners' | 'rule' | null;
};

/** A severe one alerts the owners. */
export const SECURITY_EVENTS = {
  'sign-in-failed': {
    name: 'Failed sign-in',
    severity: 'low',
    sentence: 'A customer’s sign-in had a wrong password, or an address that has no account.',
    alert: 'rule',
  },
  'admin-sign-in-failed': {
    name: 'Failed sign-in of an administrator',
    severity: 'medium',
    sentence: 'A sign-in to the back office had a wrong password, or an address that has no account.',
    alert: 'rule',
  },
  'setup-secret-failed': {
    name: 'Wrong secret of the setup',
    severity: 'medium',
    sentence: 'Somebody wanted to become the first owner of the store without the secret that the server prints.',
    alert: 'rule',
  },
  'locked-out': {
    name: 'Locked out',
    severity: 'medium',
    sentence:
      'Somebody guessed at a customer’s password or code until their limit. They wait; the owner’s known browsers do not.',
    alert: 'rule',
  },
  'admin-locked-out': {
    name: 'Locked out of the back office',
    severity: 'severe',
    sentence:
      'Somebody guessed at an administrator’s password or code, or at the secret of the setup, until their limit.',
    alert: 'owners',
  },
  'token-reused': {
    name: 'Session stolen',
    severity: 'severe',
    sentence: 'A session’s token was used a second time: there is a copy of it in other hands. The session was ended.',
    alert: 'owners',
  },
  'second-factor-failed': {
    name: 'Wrong code',
    severity: 'medium',
    sentence: 'A code of the authenticator app, or a recovery code, was wrong.',
    alert: 'rule',
  },
  'second-factor-removed': {
    name: 'Second factor removed',
    severity: 'medium',
    sentence: 'The second factor of an account was removed: the password alone signs in.',
    alert: null,
  },
  'passkey-copied': {
    name: 'Passkey copied',
    severity: 'severe',
    sentence: 'A passkey says that it was used less often than we know: a copy of it may exist. It was refused.',
    alert: 'owners',
  },
  'recovery-code-used': {
    name: 'Recovery code used',
    severity: 'medium',
    sentence: 'A recovery code stood in for the authenticator app.',
    alert: null,
  },
  'step-up-failed': {
    name: 'Wrong password in a session',
    severity: 'medium',
    sentence: 'Somebody who is signed in did not know the account’s password when it was asked for again.',
    alert: 'rule',
  },
  'password-reset': {
    name: 'Password reset',
    severity: 'low',
    sentence: 'A new password was chosen by a mailed link.',
    alert: null,
  },
  'email-taken-back': {
    name: 'Address taken back',
    severity: 'severe',
    sentence: 'The old address of an account undid its change: somebody else may have had the account.',
    alert: 'owners',
  },
  'factor-undone': {
    name: 'New second factor undone',
    severity: 'severe',
    sentence: 'A customer said by the mailed link that somebody else had added a passkey or an authenticator app.',
    alert: 'owners',
  },
  'withdrawal-disowned': {
    name: 'Withdrawal disowned',
    severity: 'severe',
    sentence: 'The owner of an account stopped a withdrawal that somebody else asked for in their name.',
    alert: 'owners',
  },
  'access-denied': {
    name: 'Access denied',
    severity: 'medium',
    sentence: 'An administrator called what their role does not open.',
    alert: 'rule',
  },
  'back-office-refused': {
    name: 'Request without permission',
    severity: 'low',
    sentence: 'Somebody who is no administrator, or whose session has ended, called the back office.',
    alert: 'rule',
  },
  'api-key-refused': {
    name: 'API key refused',
    severity: 'low',
    sentence: 'A call had an API key that is unknown, revoked or past its end, or may not do this.',
    alert: 'rule',
  },
  'other-site-refused': {
    name: 'Request of another site',
    severity: 'medium',
    sentence: 'A page of another site had a signed-in browser send a request. It was refused.',
    alert: 'rule',
  },
  'too-many-requests': {
    name: 'Too many requests',
    severity: 'low',
    sentence: 'An address or an account sent more requests in a minute than its limit. The rest were refused.',
    alert: null,
  },
  'host-refused': {
    name: 'Wrong host name',
    severity: 'low',
    sentence: 'The store was asked for under a name that is not its own.',
    alert: 'rule',
  },
  'administrator-change': {
    name: 'Administrator changed',
    severity: 'medium',
    sentence:
      'An administrator was to be added, changed, disabled or reset, or that was decided. Every owner got a mail.',
    alert: null,
  },
  'event-not-sound': {
    name: 'Event that cannot be trusted',
    severity: 'severe',
    sentence: 'The log has an event that no part of this store wrote so. Nothing is decided on it.',
    alert: 'owners',
  },
  'log-not-signed': {
    name: 'Log not signed',
    severity: 'severe',
    sentence:
      'The notary found that the log is not the one that it signed before: something in it was changed, or its end is gone.',
    alert: 'owners',
  },
  'witness-failed': {
    name: 'Witness did not sign',
    severity: 'medium',
    sentence: 'A witness of the log did not sign its newest head. The log itself was signed.',
    alert: 'rule',
  },
  'file-altered': {
    name: 'Stored file altered',
    severity: 'severe',
    sentence: 'A stored paper is not the one that was uploaded. It was not shown.',
    alert: 'owners',
  },
  'webhook-blocked': {
    name: 'Webhook blocked',
    severity: 'medium',
    sentence: 'A customer’s webhook led to an address inside our network. Nothing was sent.',
    alert: null,
  },
  'upload-quarantined': {
    name: 'Upload quarantined',
    severity: 'medium',
    sentence: 'An uploaded file holds what the scanner takes for harmful. Nobody can open it.',
    alert: 'rule',
  },
  'codes-opened-often': {
    name: 'Gift codes opened very often',
    severity: 'medium',
    sentence: 'A customer’s session or API key opened more gift codes in a minute than a person does. It was stopped.',
    alert: 'rule',
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type SecurityEventKind = keyof typeof SECURITY_EVENTS;
export const SECURITY_EVENT_KINDS = Object.keys(SECURITY_EVENTS) as [SecurityEventKind, ...SecurityEventKind[]];

export const severityOf = (kind: SecurityEventKind): Severity => SECURITY_EVENTS[kind].severity;
