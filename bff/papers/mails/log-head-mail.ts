import type { Mail } from '#bff/kit/mails/layout.ts';

export const logHeadMail = ({
  size,
  note,
  key,
  signedAt,
}: {
  readonly size: number;
  readonly note: string;
  readonly key: string;
  readonly signedAt: Date;
}): Mail => ({
  subject: `Head of the ledger's log: ${size.toLocaleString('en-US')} events, ${signedAt.toISOString().slice(0, 10)}`,
  paragraphs: [
    'Please keep this mail. The lines below stand for all events of the ledger up to now. With them, anybody can prove later that none was changed, left out or put in.',
    `To check, save them as a file (head.checkpoint) as they stand, with the empty line, and run: ledger verify --against head.checkpoint --key '${key}'. Compare that key with the one that you noted on the first day; this mail alone proves nothing of it.`,
  ],
  verbatim: note.trimEnd(),
  closing: 'If a day passes without such a mail, ask why.',
});
