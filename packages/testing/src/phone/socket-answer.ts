import { type ClientOptions, WebSocket } from 'ws';

/**
 * What is said to who opens a socket: `open`, or the status of the refusal. Both are closed at once: what is left of a refused one ends with
 * the other side, whenever that is, and would be an error that nobody waits for.
 */
export function socketAnswer(
  url: string,
  protocols: readonly string[] = ['sip'],
  options: ClientOptions = {},
): Promise<'open' | number | undefined> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, [...protocols], options);
    // Behind an answer it changes nothing.
    socket.on('error', reject);
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode);
      socket.terminate();
    });
    socket.on('open', () => {
      resolve('open');
      socket.close();
    });
  });
}
