type Group = 'SYSTEM' | 'SETTINGS' | 'FORMER' | 'STACK' | 'TRACES' | 'SERVERS' | 'BUCKET' | 'DEVELOPMENT' | 'PROXIES';
export const GROUPS: Readonly<Record<Group, readonly string[]>>;
export function takeFrom(terminal: NodeJS.ProcessEnv, ...groups: Group[]): NodeJS.ProcessEnv;
