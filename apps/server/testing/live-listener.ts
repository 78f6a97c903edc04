import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { LiveEvent } from '@alo/contract';
import { WebSocket } from 'ws';

import type { TestApp, TestPerson } from './app.ts';

/** A console that listens to live events: a real socket to the app, which has to be listening on a port. */
export interface TestListener {
  readonly socket: WebSocket;
  /** What has arrived so far. */
  readonly events: readonly LiveEvent[];
}

export const ticketOf = async (person: TestPerson): Promise<string> =>
  (await person.call('POST', '/ws-ticket')).json().ticket;

export async function connectLive(
  { http }: { http: Pick<TestApp['http'], 'server'> },
  ticket: string,
): Promise<TestListener> {
  const { port } = http.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live?ticket=${ticket}`);
  const events: LiveEvent[] = [];
  socket.on('message', (data) => {
    if (Buffer.isBuffer(data)) events.push(JSON.parse(data.toString()));
  });
  await once(socket, 'open');
  return { socket, events };
}

/** Connects, subscribes, and resolves when the server has taken the subscription. */
export async function listenLive(
  app: Pick<TestApp, 'http'>,
  person: TestPerson,
  topics: readonly string[] = ['calls', 'presence', 'me'],
): Promise<TestListener> {
  const listener = await connectLive(app, await ticketOf(person));
  listener.socket.send(JSON.stringify({ type: 'subscribe', topics }));
  await settled(listener.socket);
  return listener;
}

/** Everything sent before has been taken: a ping is answered in order. */
export async function settled(socket: WebSocket): Promise<void> {
  socket.ping();
  await once(socket, 'pong');
}
