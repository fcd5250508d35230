import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';

/** How what waits comes to count, such as “each change”. */
export function waitOf({ is_alone, wait_hours: hours }: AdminSettings, what: string): string {
  const wait = hours === 0 ? 'at once' : hours === 1 ? 'an hour later' : `${hours} hours later`;
  return is_alone
    ? `No other owner can confirm ${what}, so it counts ${wait}${hours === 0 ? '' : ', and can be withdrawn until then'}. Invite a second owner to have it confirmed.`
    : `A second owner confirms ${what}, and it counts ${wait}; every owner gets a mail.`;
}
