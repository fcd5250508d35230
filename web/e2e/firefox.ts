import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { makeThrowawayDir } from '#infra/proof/testing/throwaway-dir.ts';

const PROGRAMS = [
  process.env.FIREFOX_PATH,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/usr/lib/firefox-esr/firefox-esr',
];
const START_LIMIT_MS = 60_000;

/** An installed Firefox, or undefined. */
export const firefoxProgram = (): string | undefined => PROGRAMS.find((file) => file && existsSync(file));

type Answer = {
  id?: number;
  type: string;
  method?: string;
  error?: string;
  message?: string;
  result?: unknown;
  params?: unknown;
};
type Found = { x: number; y: number };

/**
 * A window of the installed Firefox, driven by WebDriver BiDi, which it speaks itself. Playwright's driver asks for commands that a stable
 * Firefox does not have. Clicks and keys are real ones.
 */
export class Firefox {
  readonly #child: ChildProcess;
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (answer: Answer) => void>();
  /** Errors that pages wrote to the console or threw. */
  readonly faults: string[] = [];
  #context = '';
  #last = 0;

  private constructor(child: ChildProcess, socket: WebSocket) {
    this.#child = child;
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data)) as Answer));
  }

  static async start(program: string): Promise<Firefox> {
    const profile = await makeThrowawayDir('firefox');
    const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile.path];
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        printed += String(chunk);
      });
    let address = '';
    await eventually(async () => {
      address = /WebDriver BiDi listening on (ws:\S+)/.exec(printed)?.[1] ?? '';
      assert.ok(address, `Firefox has not opened its port: ${printed.slice(-500)}`);
    }, START_LIMIT_MS);
    const socket = new WebSocket(`${address}/session`);
    await new Promise((opened, failed) => {
      socket.addEventListener('open', opened, { once: true });
      socket.addEventListener('error', failed, { once: true });
    });
    const firefox = new Firefox(child, socket);
    await firefox.#send('session.new', { capabilities: {} });
    await firefox.#send('session.subscribe', { events: ['log.entryAdded'] });
    return firefox;
  }

  #hear(answer: Answer): void {
    if (answer.id !== undefined) this.#answers.get(answer.id)?.(answer);
    const entry = answer.params as { level?: string; text?: string } | undefined;
    const text = (answer.method === 'log.entryAdded' && entry?.level === 'error' && entry.text) || '';
    // Firefox also says so of code that was still loading when the page was left; a screen without its code is missed by the walk.
    if (text && !text.includes('error loading dynamically imported module')) this.faults.push(text);
  }

  async #send(method: string, params: object): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    const answered = new Promise<Answer>((resolve) => this.#answers.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const answer = await answered;
    this.#answers.delete(id);
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error}: ${answer.message}`);
    return answer.result;
  }

  /** A window of its own for somebody else, with that width. */
  async newWindow(width: number): Promise<void> {
    const { userContext } = (await this.#send('browser.createUserContext', {})) as { userContext: string };
    const made = await this.#send('browsingContext.create', { type: 'window', userContext });
    this.#context = (made as { context: string }).context;
    await this.resize(width);
  }

  async resize(width: number): Promise<void> {
    await this.#send('browsingContext.setViewport', { context: this.#context, viewport: { width, height: 900 } });
  }

  async goto(url: string): Promise<void> {
    try {
      await this.#send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
    } catch (error) {
      // The page went on to another address by itself; the next step waits for what it shows.
      if (!String(error).includes('NS_BINDING_ABORTED')) throw error;
    }
  }

  /** The value of an expression in the page, as JSON. */
  async evaluate<T>(expression: string): Promise<T> {
    const answer = (await this.#send('script.evaluate', {
      expression: `(async () => JSON.stringify(await (${expression})) ?? 'null')()`,
      target: { context: this.#context },
      awaitPromise: true,
    })) as { result?: { value?: string }; exceptionDetails?: { text: string } };
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
    return JSON.parse(answer.result?.value ?? 'null') as T;
  }

  /** Waits until the expression is true. */
  see(expression: string): Promise<void> {
    return eventually(async () => assert.ok(await this.evaluate(`Boolean(${expression})`), expression), START_LIMIT_MS);
  }

  seeText = (text: string): Promise<void> => this.see(`document.body.innerText.includes(${JSON.stringify(text)})`);

  /** The middle of the first visible element with that name: its label, or its text. */
  async #find(css: string, name: RegExp): Promise<Found> {
    let found: Found | null = null;
    await eventually(async () => {
      found = await this.evaluate<Found | null>(`(${findInPage})(${JSON.stringify(css)}, ${name})`);
      assert.ok(found, `${css} ${name}`);
    }, START_LIMIT_MS);
    return found as unknown as Found;
  }

  async click(css: string, name: RegExp): Promise<void> {
    const { x, y } = await this.#find(css, name);
    const actions = [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.#perform({ type: 'pointer', id: 'mouse', actions });
  }

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#perform({ type: 'key', id: 'keyboard', actions });
  }

  async #perform(source: object): Promise<void> {
    await this.#send('input.performActions', { context: this.#context, actions: [source] });
  }

  async close(): Promise<void> {
    const isOver = new Promise((resolve) => this.#child.once('exit', resolve));
    await this.#send('browser.close', {}).catch(() => this.#child.kill());
    await isOver;
  }
}

/** Runs in the page. */
const findInPage = `(css, name) => {
  // What still moves would be missed.
  const moves = ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
  if (document.getAnimations().some(moves)) return null;
  for (const element of document.querySelectorAll(css)) {
    const own = element.getAttribute('aria-label') ?? [...(element.labels ?? [])].map((label) => label.textContent).join(' ');
    if (!name.test((own || element.textContent || '').trim()) || !element.checkVisibility()) continue;
    element.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const isInView = left + width / 2 < innerWidth && top + height / 2 < innerHeight;
    if (width > 0 && isInView) return { x: left + width / 2, y: top + height / 2 };
  }
  return null;
}`;
