import assert from 'node:assert/strict';
import { eventually } from '#core/kernel/testing/eventually.ts';

export type Mail = { subject: string; text: string; links: string[] };

/** The newest mail to an address whose subject begins as given, once one has come: from the product's mailbox, or Mailpit. */
export async function mailTo(mailboxUrl: string, address: string, subject = ''): Promise<Mail> {
  return eventually(async () => {
    const mails = (await ofOurMailbox(mailboxUrl, address)) ?? (await ofMailpit(mailboxUrl, address));
    const newest = mails.find((mail) => mail.subject.startsWith(subject));
    assert.ok(newest, `no mail to ${address}`);
    return newest;
  });
}

/** Undefined where another mailbox answers. */
async function ofOurMailbox(mailboxUrl: string, address: string): Promise<Mail[] | undefined> {
  const response = await fetch(`${mailboxUrl}/api/messages?to=${encodeURIComponent(address)}`);
  if (response.status === 404) return undefined;
  return ((await response.json()) as { messages: Mail[] }).messages;
}

async function ofMailpit(mailboxUrl: string, address: string): Promise<Mail[]> {
  const get = async <T>(place: string): Promise<T> => {
    const response = await fetch(`${mailboxUrl}/api/v1/${place}`);
    assert.ok(response.ok, `the mailbox answers ${response.status}`);
    return (await response.json()) as T;
  };
  // The newest first.
  const query = new URLSearchParams({ query: `to:"${address}"` });
  const { messages } = await get<{ messages: { ID: string }[] }>(`search?${query}`);
  const whole = messages.map(({ ID }) => get<{ Subject: string; Text: string }>(`message/${encodeURIComponent(ID)}`));
  return (await Promise.all(whole)).map(({ Subject, Text }) => ({
    subject: Subject,
    text: Text,
    links: Text.match(/https?:\/\/[^\s<>")]+/g) ?? [],
  }));
}
