import http from 'node:http';

export type HttpAnswer = { readonly status: number; readonly headers: http.IncomingHttpHeaders; readonly text: string };

/**
 * Calls over one connection that is kept open, as a browser or a balancer has it. By Node's own client: `fetch` takes longer
 * than the API does, and that would be measured.
 */
export function createHttpCaller(url: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return {
    call(
      method: 'GET' | 'POST',
      path: string,
      headers: Readonly<Record<string, string>>,
      body?: object,
    ): Promise<HttpAnswer> {
      const json = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
      const jsonHeaders = json ? { 'content-type': 'application/json', 'content-length': json.byteLength } : {};
      return new Promise((resolve, reject) => {
        const request = http.request(
          `${url}${path}`,
          { method, agent, headers: { ...headers, ...jsonHeaders } },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('error', reject);
            response.on('end', () =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                text: Buffer.concat(chunks).toString(),
              }),
            );
          },
        );
        request.on('error', reject);
        request.end(json);
      });
    },
    close: () => agent.destroy(),
  };
}
export type HttpCaller = ReturnType<typeof createHttpCaller>;
