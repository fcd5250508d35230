import { Argument, type Command, type Option } from 'commander';
import { ledgerEvents } from '../events.ts';
import type { Output } from './output.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** Where each shell looks for it. */
const INSTALL: Readonly<Record<Shell, string>> = {
  bash: 'ledger completion bash > ~/.local/share/bash-completion/completions/ledger',
  zsh: 'ledger completion zsh > ~/.zfunc/_ledger   (with fpath+=~/.zfunc before compinit in ~/.zshrc)',
  fish: 'ledger completion fish > ~/.config/fish/completions/ledger.fish',
};

/** `completion <shell>`: a script that knows every command, option and value, from the commands themselves. */
export function addCompletion(program: Command, { output }: { output: Output }): void {
  program
    .command('completion')
    .description('a script that completes commands, options and their values in your shell')
    .addArgument(new Argument('<shell>', 'yours').choices(SHELLS))
    .addHelpText(
      'after',
      `\nOnce, then open a new shell:\n${Object.values(INSTALL)
        .map((line) => `  ${line}`)
        .join('\n')}`,
    )
    .action((shell: Shell) => output.line(SCRIPTS[shell](nodesOf(program))));
}

type Word = { readonly word: string; readonly what: string };
/** A command by its path: '' is the program, 'admin create' one below another. */
type Node = {
  readonly path: string;
  readonly commands: readonly Word[];
  readonly options: readonly Word[];
  /** What may follow an option or the command itself. */
  readonly values: readonly { readonly after: string; readonly words: readonly string[] }[];
};

function nodesOf(program: Command): Node[] {
  const shared = program.options.map(wordOf);
  const nodes = (command: Command, path: string): Node[] => [
    {
      path,
      commands: command.commands.map((one) => ({ word: one.name(), what: one.description() })),
      options: [...(path ? command.options.map(wordOf) : []), ...shared, { word: '--help', what: 'usage' }],
      values: [
        ...command.options.map((option) => ({ after: wordOf(option).word, words: valuesOf(option) })),
        { after: path.split(' ').at(-1) ?? '', words: command.registeredArguments[0]?.argChoices ?? [] },
      ].filter(({ words }) => words.length > 0),
    },
    ...command.commands.flatMap((one) => nodes(one, `${path} ${one.name()}`.trim())),
  ];
  return nodes(program, '');
}

const wordOf = (option: Option): Word => ({ word: option.long ?? option.flags, what: option.description });
const valuesOf = (option: Option): readonly string[] =>
  option.argChoices ?? (option.long === '--type' ? Object.keys(ledgerEvents) : []);

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const wordsOf = (words: readonly Word[]): string => words.map(({ word }) => word).join(' ');
const paths = (nodes: readonly Node[]): string =>
  nodes.flatMap(({ path }) => (path ? [quote(path.includes(' ') ? path : ` ${path}`)] : [])).join('|');

const SCRIPTS: Readonly<Record<Shell, (nodes: readonly Node[]) => string>> = {
  bash: (nodes) => `# bash completion for ledger
_ledger() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$command $word" in ${paths(nodes)}) command="\${command:+$command }$word" ;; esac
  done
  local words=
  case "$command" in
${nodes.map(({ path, commands, options }) => `    ${quote(path)}) words=${quote(wordsOf([...commands, ...options]))} ;;`).join('\n')}
  esac
  case "$command:$previous" in
${nodes.flatMap(({ path, values }) => values.map(({ after, words }) => `    ${quote(`${path}:${after}`)}) words=${quote(words.join(' '))} ;;`)).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _ledger ledger`,

  zsh: (nodes) => `#compdef ledger
_ledger() {
  local command= word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$command $word" in ${paths(nodes).replaceAll('|', ' | ')}) command="\${command:+$command }$word" ;; esac
  done
  case "$command:\${words[CURRENT-1]}" in
${nodes.flatMap(({ path, values }) => values.map(({ after, words }) => `    ${quote(`${path}:${after}`)}) compadd -- ${words.join(' ')}; return ;;`)).join('\n')}
  esac
  local -a commands options
  case "$command" in
${nodes.map(({ path, commands, options }) => `    ${quote(path)}) commands=(${described(commands)}) options=(${described(options)}) ;;`).join('\n')}
  esac
  if [[ \${words[CURRENT]} != -* ]]; then
    (( \${#commands} )) && _describe command commands || _files
  else
    _describe -o option options
  fi
}
if [[ $funcstack[1] = _ledger ]]; then _ledger "$@"; else compdef _ledger ledger; fi`,

  fish: (nodes) => {
    const lines = nodes.flatMap(({ path, commands, options, values }) => {
      const when = `-n ${quote(path ? `__ledger_in ${path}` : '__ledger_in')}`;
      return [
        ...commands.map(({ word, what }) => `complete -c ledger -f ${when} -a ${word} -d ${quote(what)}`),
        ...options.map(({ word, what }) => {
          const words = values.find(({ after }) => after === word)?.words;
          const rest = words ? ` -x -a ${quote(words.join(' '))}` : '';
          return `complete -c ledger ${when} -l ${word.slice(2)}${rest} -d ${quote(what)}`;
        }),
        ...values.flatMap(({ after, words }) =>
          after.startsWith('-') ? [] : [`complete -c ledger -f ${when} -a ${quote(words.join(' '))}`],
        ),
      ];
    });
    const known = nodes.flatMap(({ path }) => (path ? [quote(path)] : [])).join(' ');
    return `# fish completion for ledger
function __ledger_in
  set -l command
  for word in (commandline -opc)[2..-1]
    contains -- (string join -- ' ' $command $word) ${known}; and set -a command $word
  end
  test "$command" = "$argv"
end
${lines.join('\n')}`;
  },
};

const described = (words: readonly Word[]): string =>
  words.map(({ word, what }) => quote(`${word}:${what.replaceAll(':', '\\:')}`)).join(' ');
