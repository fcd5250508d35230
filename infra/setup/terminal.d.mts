export type Group =
  | 'SYSTEM'
  | 'SETTINGS'
  | 'FORMER'
  | 'RENAMED'
  | 'STACK'
  | 'TRACES'
  | 'SERVERS'
  | 'DEVELOPMENT'
  | 'PROXIES';
export const OF_STORE: readonly Group[];
export const OF_DEVELOPERS: readonly string[];
export const GROUPS: Readonly<Record<Group, readonly string[]>>;
export function takeFrom(terminal: NodeJS.ProcessEnv, ...groups: Group[]): NodeJS.ProcessEnv;
