import Bowser from 'bowser';

/** The name that a person would use: "Firefox on Windows". */
export function deviceName(userAgent: string | null | undefined): string {
  if (!userAgent) return 'An unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return 'An unknown browser';
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}
