import assert from 'node:assert/strict';
import { eventually } from '#core/kernel/testing/eventually.ts';

export type Mail = { subject: string; text: string; links: string[] };

/** The newest mail to an address whose subject begins as given, once one has come. */
export async function mailTo(mailboxUrl: string, address: string, subject = ''): Promise<Mail> {
  return eventually(async () => {
    const response = await fetch(`${mailboxUrl}/api/messages?to=${encodeURIComponent(address)}`);
    const { messages } = (await response.json()) as { messages: Mail[] };
    const newest = messages.find((mail) => mail.subject.startsWith(subject));
    assert.ok(newest, `no mail to ${address}`);
    return newest;
  });
}
