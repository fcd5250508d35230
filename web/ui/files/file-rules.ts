/** The accepted files of a field, and the words for the others. The server checks again, by content. */
export type FileRules = {
  /** Media types ('image/png'). */
  mediaTypes: readonly string[];
  /** Also accepted by name, because some systems give no media type ('.docx'). */
  extensions?: readonly string[];
  maxBytes: number;
  typeMessage: string;
  sizeMessage: string;
};

/** Undefined where the file may be sent. */
export function refusalOf(file: Pick<File, 'name' | 'type' | 'size'>, rules: FileRules): string | undefined {
  const name = file.name.toLowerCase();
  const byName = rules.extensions?.some((extension) => name.endsWith(extension)) ?? false;
  const byType = rules.mediaTypes.includes(file.type);
  if (file.type === '' ? !byName : !byType) return rules.typeMessage;
  if (file.size === 0) return 'The file is empty.';
  if (file.size > rules.maxBytes) return rules.sizeMessage;
  return undefined;
}

export const acceptOf = (rules: FileRules): string => [...rules.mediaTypes, ...(rules.extensions ?? [])].join(',');
