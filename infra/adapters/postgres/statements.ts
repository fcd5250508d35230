/** Comments, literals and the bodies of functions: what is in them is no statement. */
const OPAQUE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$[a-z_]*\$)[\s\S]*?\1/gi;
const DIRECTIVE = /^-- (hard stop|contract since|in batches|outside a transaction)\b:? ?(.*)$/gim;

/** What a migration says of itself in comments of a line each: `-- hard stop: why`, `-- contract since 0.2.0`, `-- in batches`. */
export const directivesOf = (sql: string): ReadonlyMap<string, string> =>
  new Map([...sql.matchAll(DIRECTIVE)].map(([, name = '', words = '']) => [name.toLowerCase(), words]));

/** The statements in lower case with single spaces; a literal is `''`. */
export const statementsOf = (sql: string): readonly string[] =>
  sql
    .replace(OPAQUE, (found) => (/^(--|\/\*)/.test(found) ? ' ' : "''"))
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '');
