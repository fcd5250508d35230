import { Argument, type Command, type Option } from 'commander';
import { ledgerEvents } from '#core/aggregates/events.ts';
import type { Output } from './output.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** Where each shell looks for the script. */
const INSTALL: Readonly<Record<Shell, string>> = {
  bash: 'ledger completion bash > ~/.local/share/bash-completion/completions/ledger',
  zsh: 'ledger completion zsh > ~/.zfunc/_ledger   (with fpath+=~/.zfunc before compinit in ~/.zshrc)',
  fish: 'ledger completion fish > ~/.config/fish/completions/ledger.fish',
};

/** `completion <shell>`: a script with every command, option and value, made from the commands themselves. */
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
/** What may follow an option or a command: one of these words, a file, or a value that only the person knows. */
type Value = { readonly after: string; readonly words: readonly string[]; readonly isFile: boolean };
/** A command by its path: '' is the program, 'admin create' a command below another. */
type Node = {
  readonly path: string;
  readonly commands: readonly Word[];
  readonly options: readonly Word[];
  readonly values: readonly Value[];
  readonly argument: Value;
};

const FILE = /<(file|head|key)\b/;

function nodesOf(program: Command): Node[] {
  const nodes = (command: Command, path: string): Node[] => {
    const options = path ? [...command.options, ...program.options] : program.options;
    const [argument] = command.registeredArguments;
    return [
      {
        path,
        commands: command.commands.map((one) => ({ word: one.name(), what: one.description() })),
        options: [...options.map(wordOf), { word: '--help', what: 'usage' }],
        values: options
          .filter(({ required }) => required)
          .map((option) => ({
            after: wordOf(option).word,
            words: option.argChoices ?? (option.long === '--type' ? Object.keys(ledgerEvents) : []),
            isFile: FILE.test(option.flags),
          })),
        argument: { after: '', words: argument?.argChoices ?? [], isFile: argument?.name() === 'file' },
      },
      ...command.commands.flatMap((one) => nodes(one, `${path} ${one.name()}`.trim())),
    ];
  };
  return nodes(program, '');
}

const wordOf = (option: Option): Word => ({ word: option.long ?? option.flags, what: option.description });

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const paths = (nodes: readonly Node[], separator: string): string =>
  nodes.flatMap(({ path }) => (path ? [quote(path.includes(' ') ? path : ` ${path}`)] : [])).join(separator);
/** A branch of a shell's `case` for each option with a value, with the action for it. */
const branches = (nodes: readonly Node[], of: (value: Value) => string): string =>
  nodes
    .flatMap(({ path, values }) => values.map((value) => `    ${quote(`${path}:${value.after}`)}) ${of(value)} ;;`))
    .join('\n');

const SCRIPTS: Readonly<Record<Shell, (nodes: readonly Node[]) => string>> = {
  bash: (nodes) => `# bash completion for ledger
_ledger() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command= word words= file=
  # --format=csv comes as three words.
  if [[ $current == = ]]; then current=; elif [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$command $word" in ${paths(nodes, '|')}) command="\${command:+$command }$word" ;; esac
  done
  case "$command:$previous" in
${branches(nodes, ({ words, isFile }) => `words=${quote(words.join(' '))}${isFile ? ' file=1' : ''}`)}
    *) case "$command:$current" in
${nodes.map(({ path, options }) => `      ${quote(`${path}:-`)}*) words=${quote(options.map(({ word }) => word).join(' '))} ;;`).join('\n')}
${nodes.map(({ path, commands, argument }) => `      ${quote(`${path}:`)}*) words=${quote([...commands.map(({ word }) => word), ...argument.words].join(' '))}${argument.isFile ? ' file=1' : ''} ;;`).join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ $file ]] || compopt +o default 2> /dev/null
}
complete -o default -F _ledger ledger`,

  zsh: (nodes) => `#compdef ledger
_ledger() {
  local command= word previous=\${words[CURRENT-1]}
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$command $word" in ${paths(nodes, ' | ')}) command="\${command:+$command }$word" ;; esac
  done
  if [[ \${words[CURRENT]} == --*=* ]]; then previous=\${words[CURRENT]%%=*}; compset -P '*='; fi
  case "$command:$previous" in
${branches(nodes, ({ words, isFile }) => `${words.length > 0 ? `compadd -- ${words.join(' ')}` : isFile ? '_files' : ':'}; return`)}
  esac
  local -a commands options
  local file=
  case "$command" in
${nodes.map(({ path, commands, options, argument }) => `    ${quote(path)}) commands=(${described([...commands, ...argument.words.map((word) => ({ word, what: word }))])}) options=(${described(options)})${argument.isFile ? ' file=1' : ''} ;;`).join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe -o option options
  elif (( \${#commands} )); then
    _describe command commands
  elif [[ $file ]]; then
    _files
  fi
}
if [[ $funcstack[1] = _ledger ]]; then _ledger "$@"; else compdef _ledger ledger; fi`,

  fish: (nodes) => {
    const lines = nodes.flatMap(({ path, commands, options, values, argument }) => {
      const complete = `complete -c ledger -n ${quote(path ? `__ledger_in ${path}` : '__ledger_in')}`;
      return [
        ...commands.map(({ word, what }) => `${complete} -a ${word} -d ${quote(what)}`),
        ...options.map(({ word, what }) => {
          const value = values.find(({ after }) => after === word);
          const rest = value ? (value.isFile ? ' -rF' : ` -x -a ${quote(value.words.join(' '))}`) : '';
          return `${complete} -l ${word.slice(2)}${rest} -d ${quote(what)}`;
        }),
        ...(argument.words.length > 0 ? [`${complete} -a ${quote(argument.words.join(' '))}`] : []),
        ...(argument.isFile ? [`${complete} -F`] : []),
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
complete -c ledger -f
${lines.join('\n')}`;
  },
};

const described = (words: readonly Word[]): string =>
  words.map(({ word, what }) => quote(`${word}:${what.replaceAll(':', '\\:')}`)).join(' ');
