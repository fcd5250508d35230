import { directivesOf, statementsOf } from '#infra/adapters/postgres/statements.ts';

type Migration = { readonly name: string; readonly sql: string };
type Given = {
  /** All that come before it: what makes a check valid is in one of them. */
  readonly before: readonly Migration[];
  /** Versions with data out there. */
  readonly released: readonly string[];
};

const NAME = String.raw`(?:if (?:not )?exists )?(?:only )?([\w."]+)`;
const CREATES = new RegExp(`^create (?:unlogged )?table ${NAME}`);
/** Short locks, or none that a customer waits for, on whatever table. */
const HARMLESS = [
  /^create (or replace )?(view|function|schema|sequence|type|trigger)\b/,
  /^create (unlogged )?table\b/,
  /^(comment on|grant|revoke|insert into|drop trigger|drop index|analyze)\b/,
];
/** A value that is the same for all rows: Postgres keeps it once, and rewrites nothing. */
const CONSTANT = String.raw`(?:''(?:::[\w\[\]]+)?|-?[\d.]+|true|false|null|now\(\)|current_timestamp)`;
const COLUMN = String.raw`add (?:column )?(?:if not exists )?[\w"]+ [\w."]+(?: with time zone)?(?:\([\d, ]+\))?(?:\[\])?`;
const SAFE_ACTIONS = [
  new RegExp(String.raw`^${COLUMN}(?: null)?(?: collate [\w."]+)?(?: default ${CONSTANT})?$`),
  new RegExp(`^${COLUMN}(?: not null default ${CONSTANT}| default ${CONSTANT} not null)$`),
  /^add constraint .* not valid$/,
  /^add constraint [\w"]+ (unique|primary key) using index [\w"]+$/,
  /^drop constraint\b/,
  /^validate constraint [\w"]+$/,
  /^alter (column )?[\w"]+ (set default|drop default|drop not null|set statistics)\b/,
  /^(re)?set \(/,
];

const WITH_WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /^add .*\bdefault\b/,
    'gives each row another value, so Postgres writes the table again. Add the column without it, fill it in a later migration `-- in batches`, and set the default for new rows',
  ],
  [/^add .*\bnot null\b/, 'fails on rows that are there. Give it a constant default, or let it be null'],
  [
    /^add constraint .*(unique|primary key)/,
    'reads the whole table under a lock. First `create unique index concurrently`, then `add constraint … using index` in a later migration',
  ],
  [
    /^add constraint/,
    'reads the whole table under a lock. Add it `not valid`, and `validate constraint` in a later migration',
  ],
  [
    /^add .*\b(references|check|unique|primary key|generated)\b/,
    'reads or writes the whole table under a lock. Add the column bare; what restricts it comes as a constraint, `not valid` first',
  ],
  [
    /^alter .* set not null$/,
    'reads the whole table under a lock. First `add constraint … check (column is not null) not valid` and, in a migration after that, `validate constraint`; then Postgres need not look',
  ],
  [
    /^alter .*\btype\b/,
    'writes the table again, and the version before reads the old type. Add another column, fill it `-- in batches`, and drop the old one in a later release',
  ],
  [
    /^(drop|rename)\b/,
    'takes something away that the version before reads while both run. Stop reading it in one release, and write `-- contract since <that release>` into the migration of a later one',
  ],
];

/**
 * What customers would wait for, or the version before would miss, while a migration runs beside it: a sentence each.
 * What is not known to be harmless is named, too.
 */
export function lintMigration(migration: Migration, { before, released }: Given): readonly string[] {
  const { name, sql } = migration;
  const directives = directivesOf(sql);
  if (directives.has('hard stop')) {
    return directives.get('hard stop') ? [] : [`${name}: \`-- hard stop: …\` says why the store has to stand still.`];
  }
  const since = directives.get('contract since');
  if (since !== undefined && !released.includes(since)) {
    return [`${name}: "contract since ${since}" names no release. Only what a release has stopped reading may go.`];
  }
  const statements = statementsOf(sql);
  const isAlone = directives.has('outside a transaction') || directives.has('in batches');
  if (isAlone && statements.length !== 1)
    return [`${name}: with that comment it is one statement, because it may be run again.`];
  const own = new Set(statements.flatMap((statement) => CREATES.exec(statement)?.[1] ?? []));
  const problems = statements.flatMap((statement) =>
    problemsOf(statement, { ...directivesNow(directives), own, migration, before }),
  );
  return problems.map(
    (problem) =>
      `${name}: ${problem}. Where the store has to stand still for it, say why: \`-- hard stop: …\`, and name it in CHANGELOG.md.`,
  );
}

type Within = {
  readonly mayTakeAway: boolean;
  readonly isInBatches: boolean;
  readonly isOutside: boolean;
  readonly own: ReadonlySet<string>;
  readonly migration: Migration;
  readonly before: readonly Migration[];
};

const directivesNow = (directives: ReadonlyMap<string, string>) => ({
  mayTakeAway: directives.has('contract since'),
  isInBatches: directives.has('in batches'),
  isOutside: directives.has('outside a transaction'),
});

function problemsOf(statement: string, within: Within): readonly string[] {
  const isOwn = (table: string | undefined) => table !== undefined && within.own.has(table);
  const quoted = `\`${statement.length > 90 ? `${statement.slice(0, 90)}…` : statement}\``;
  const index = /^create (?:unique )?index (concurrently )?.*? on (?:only )?([\w."]+)/.exec(statement);
  if (index) {
    if (isOwn(index[2])) return [];
    if (!index[1])
      return [
        `${quoted} stops writes to the table until it is built. Write \`create index concurrently\`, alone in a migration with the comment \`-- outside a transaction\``,
      ];
    return within.isOutside
      ? []
      : [
          `${quoted} cannot run in a transaction: it is alone in a migration with the comment \`-- outside a transaction\``,
        ];
  }
  if (HARMLESS.some((form) => form.test(statement))) return [];
  const alter = new RegExp(`^alter table ${NAME} (.*)$`).exec(statement);
  if (alter) {
    const [, table = '', actions = ''] = alter;
    return isOwn(table) ? [] : actionsOf(actions).flatMap((action) => problemOfAction(action, table, within));
  }
  const rows = /^(?:update|delete from) (?:only )?([\w."]+)/.exec(statement);
  if (rows) {
    if (isOwn(rows[1])) return [];
    if (within.isInBatches && /\blimit\b/.test(statement)) return [];
    return [
      `${quoted} locks all its rows until the last one is done. Write it for some rows at a time (\`where id in (select … limit 1000)\`), alone in a migration with the comment \`-- in batches\`, which repeats it`,
    ];
  }
  if (/^drop (table|view|function|type|sequence|schema)\b/.test(statement)) {
    return within.mayTakeAway ? [] : [`${quoted} ${WITH_WORDS.at(-1)?.[1]}`];
  }
  return [`${quoted} is not known to be harmless beside a running store`];
}

function problemOfAction(action: string, table: string, { mayTakeAway, migration, before }: Within): readonly string[] {
  if (mayTakeAway && /^drop (column )?(?!constraint)/.test(action)) return [];
  const column = /^alter (?:column )?([\w"]+) set not null$/.exec(action)?.[1];
  if (column !== undefined && isProvenNotNull(table, column, before)) return [];
  const validated = /^validate constraint ([\w"]+)$/.exec(action)?.[1];
  if (validated !== undefined && addsConstraint(migration, validated)) {
    return [
      `\`${action}\` in the migration that adds it reads the table under the lock of the addition. It comes in a migration of its own`,
    ];
  }
  if (SAFE_ACTIONS.some((form) => form.test(action))) return [];
  const words =
    WITH_WORDS.find(([form]) => form.test(action))?.[1] ?? 'is not known to be harmless beside a running store';
  return [`\`alter table ${table} ${action}\` ${words}`];
}

const addsConstraint = ({ sql }: Migration, name: string): boolean =>
  statementsOf(sql).some((statement) => statement.includes(`add constraint ${name} `));

/** Whether a check that was validated says so: then Postgres does not read the table. */
function isProvenNotNull(table: string, column: string, before: readonly Migration[]): boolean {
  const statements = before
    .flatMap(({ sql }) => statementsOf(sql))
    .filter((statement) => statement.includes(` ${table} `));
  const checks = statements.flatMap(
    (statement) =>
      new RegExp(String.raw`add constraint ([\w"]+) check \(+${column} is not null\)+`).exec(statement)?.[1] ?? [],
  );
  return checks.some((check) => statements.some((statement) => statement.includes(`validate constraint ${check}`)));
}

/** The actions of one `alter table`, at its outer commas. */
function actionsOf(actions: string): readonly string[] {
  let depth = 0;
  const parts = [''];
  for (const sign of actions) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    if (sign === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${sign}`);
  }
  return parts.map((part) => part.trim());
}
