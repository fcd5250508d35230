import net from 'node:net';

export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

type Waiting = { readonly resolve: (answer: HttpAnswer) => void; readonly reject: (error: Error) => void };

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Sends calls one after the other over one open connection, as a load balancer does. It uses the bare socket, because
 * Node's own clients take as long as the API does and would be measured too.
 */
export function createHttpCaller(url: string) {
  const { hostname, port, host } = new URL(url);
  let socket: net.Socket | undefined;
  let waiting: Waiting | undefined;
  let chunks: Buffer[] = [];

  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = undefined;
    chunks = [];
    socket = undefined;
  };
  const hear = (chunk: Buffer) => {
    chunks.push(chunk);
    const answer = readAnswer(chunks.length === 1 ? chunk : Buffer.concat(chunks));
    if (!answer) return;
    chunks = [];
    const { resolve } = waiting ?? {};
    waiting = undefined;
    resolve?.(answer);
  };
  const connected = () => {
    socket ??= net
      .connect({ host: hostname, port: Number(port), noDelay: true })
      .on('data', hear)
      .on('error', fail)
      .on('close', () => fail(new Error(`${url} closed the connection.`)));
    return socket;
  };

  return {
    call(
      method: 'GET' | 'POST',
      path: string,
      headers: Readonly<Record<string, string>>,
      body?: object,
    ): Promise<HttpAnswer> {
      if (waiting) throw new Error('One call at a time.');
      const json = body === undefined ? '' : JSON.stringify(body);
      const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`];
      for (const name in headers) lines.push(`${name}: ${headers[name]}`);
      if (json !== '') lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(json)}`);
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        connected().write(`${lines.join('\r\n')}\r\n\r\n${json}`);
      });
    },
    close: () => socket?.destroy(),
  };
}
export type HttpCaller = ReturnType<typeof createHttpCaller>;

/** The complete answer, or undefined before that. The API sends the length of all its answers to these calls. */
function readAnswer(bytes: Buffer): HttpAnswer | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const length = Number(headers['content-length']);
  if (!Number.isInteger(length)) throw new Error(`An answer without its length: ${statusLine}`);
  const start = headEnd + HEAD_END.length;
  if (bytes.byteLength < start + length) return undefined;
  return { status: Number(statusLine.split(' ')[1]), headers, text: bytes.toString('utf8', start, start + length) };
}
