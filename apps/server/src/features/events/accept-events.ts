import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { basePrefix, readEvents } from '@alo/contract';
import { clientAddresses, refuseUpgrade } from '@alo/net';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';

import { bearerOf } from '../../http/bearer.ts';
import { networkOf } from '../../http/network.ts';
import type { UpgradeHandler } from '../../http/upgrades.ts';
import type { Authenticate, Caller } from '../../kernel/caller.ts';
import type { FollowEvents } from './follow-events.ts';
import { socketPlaces } from './places.ts';

/** Close codes of ours (RFC 6455 §7.4.2). */
export const eventsClose = { refused: 4001, tooSlow: 4002, gone: 4010, restart: 1012 } as const;

const heartbeatMs = 25_000;
/** So long a program may take for a page. */
const slowMs = 30_000;
const pageOf = 200;
/** So long after a failure it is asked for again. */
const againMs = 1_000;

type Refusal = Parameters<typeof refuseUpgrade>[1];
const refusals: readonly number[] = [400, 401, 403, 404, 429, 503] satisfies Refusal[];
const isRefusal = (status: number): status is Refusal => refusals.includes(status);

/**
 * Answers `GET /live/events?company=…&after=…` by a socket that says every event, one a message. The key stands in `Authorization`. The first
 * page is asked for as `GET /events` is, by the same key from the same address: it may no more here, and its limit counts. As long as the key
 * is worth the same, what comes then is read once for all who see the same; when it is not, it is asked for again.
 */
export function acceptEvents(
  app: FastifyInstance,
  {
    authenticate,
    follow,
    isOver,
    isRefused,
    trustedProxies,
  }: {
    authenticate: Authenticate;
    follow: FollowEvents;
    /** Told where a company has all such sockets that it may have. */
    isOver: (caller: Caller) => void;
    /** Told of whoever has no socket because there are enough; other refusals are those of the request for a page. */
    isRefused: (request: IncomingMessage, caller: Caller) => void;
    trustedProxies: readonly string[];
  },
): { readonly accept: UpgradeHandler; readonly countOf: (company: string) => number; close(): void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024, perMessageDeflate: false });
  const ofPrograms = socketPlaces();
  const open = new Set<WebSocket>();
  const addressOf = clientAddresses(trustedProxies);

  const pageFor = async (request: IncomingMessage, query: Readonly<Record<string, string>>, signal?: AbortSignal) => {
    const { company = '', ...asked } = query;
    const path = `${basePrefix.tenant.replace(':ma_dn', encodeURIComponent(company))}${readEvents.path}`;
    const { authorization = '', 'x-forwarded-for': forwarded } = request.headers;
    return app.inject({
      method: 'GET',
      url: path,
      query: { ...asked, limit: String(pageOf) },
      headers: { authorization, ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
      remoteAddress: request.socket.remoteAddress ?? '',
      ...(signal && { signal }),
    });
  };

  /** Whose key it is now; undefined where it is nobody's, or may not come from there. */
  async function callerOf(request: IncomingMessage): Promise<Caller | undefined> {
    const address = addressOf(request);
    const caller = await authenticate(bearerOf(request.headers.authorization) ?? '', networkOf(address));
    return caller?.sources?.has(address) === false ? undefined : caller;
  }

  async function pump(socket: WebSocket, request: IncomingMessage, query: Readonly<Record<string, string>>) {
    const gone = new AbortController();
    socket.on('close', () => gone.abort());
    const types = query['types']?.split(',');
    let after = Number(query['after']);
    while (!gone.signal.aborted) {
      const before = await callerOf(request);
      const page = await pageFor(request, { ...query, after: String(after) }, gone.signal);
      if (page.statusCode === 200) {
        const { data, next } = readEvents.result.parse(page.json());
        if (
          !(await sent(
            socket,
            data.map((event) => JSON.stringify(event)),
          ))
        )
          return socket.close(eventsClose.tooSlow);
        after = next;
        if (before !== undefined)
          after = await goOn(socket, request, { caller: before, types, after, gone: gone.signal });
      } else if (page.statusCode === 429 || page.statusCode >= 500) {
        await sleep(1_000 * Number(page.headers['retry-after'] ?? 2), undefined, { signal: gone.signal });
      } else return socket.close(page.statusCode === 410 ? eventsClose.gone : eventsClose.refused);
    }
  }

  /** Says what happens for as long as the key is worth what it was when it was let in; answers the number of the last event that was said. */
  async function goOn(
    socket: WebSocket,
    request: IncomingMessage,
    { caller, types, after: from, gone }: Listening,
  ): Promise<number> {
    let after = from;
    while (!gone.aborted) {
      // What failed is asked for by a request then, whose answer says why.
      const page = await follow.after(caller, after, gone).catch(() => sleep(againMs, undefined, { signal: gone }));
      // Before anything of it is said: a right may have been withdrawn while nothing happened.
      if (page === undefined || !isDeepStrictEqual(await callerOf(request), caller)) return after;
      const texts = page.events
        .filter(({ type }) => types === undefined || types.includes(type))
        .map(({ text }) => text);
      if (!(await sent(socket, texts))) {
        socket.close(eventsClose.tooSlow);
        return after;
      }
      after = page.next;
    }
    return after;
  }

  const heartbeat = setInterval(() => {
    for (const socket of open) socket.ping();
  }, heartbeatMs).unref();

  return {
    accept(request, socket, head) {
      const query = Object.fromEntries(new URL(request.url ?? '/', 'http://localhost').searchParams);
      const key = bearerOf(request.headers.authorization) ?? '';
      // Whether it may, and where it goes on from, before there is a socket.
      pageFor(request, query.after === undefined ? query : { ...query, wait: '0' })
        .then(async (first) => {
          if (first.statusCode === 410) return refuseUpgrade(socket, 404);
          if (first.statusCode !== 200) {
            return refuseUpgrade(socket, isRefusal(first.statusCode) ? first.statusCode : 400);
          }
          const caller = await callerOf(request);
          // Who has gone meanwhile would never give its place back.
          if (socket.destroyed) return;
          if (caller === undefined) return refuseUpgrade(socket, 401);
          const giveBack = ofPrograms.take(caller.tenantId, key, caller.most?.event_sockets);
          if (giveBack === 'company') isOver(caller);
          if (typeof giveBack === 'string') {
            isRefused(request, caller);
            return refuseUpgrade(socket, 429);
          }
          socket.on('close', giveBack);
          const after = query.after ?? String(readEvents.result.parse(first.json()).next);
          sockets.handleUpgrade(request, socket, head, (webSocket) => {
            open.add(webSocket);
            webSocket.on('error', () => webSocket.terminate());
            webSocket.on('close', () => open.delete(webSocket));
            pump(webSocket, request, { ...query, after }).catch(() => webSocket.close(eventsClose.restart));
          });
        })
        .catch(() => refuseUpgrade(socket, 503));
    },
    countOf: ofPrograms.countOf,
    close() {
      clearInterval(heartbeat);
      for (const socket of open) socket.close(eventsClose.restart);
    },
  };
}

interface Listening {
  readonly caller: Caller;
  readonly types: readonly string[] | undefined;
  readonly after: number;
  readonly gone: AbortSignal;
}

/** Whether the program has taken them before long. */
async function sent(socket: WebSocket, events: readonly string[]): Promise<boolean> {
  const [final] = events.slice(-1);
  if (final === undefined) return true;
  for (const event of events.slice(0, -1)) socket.send(event);
  const last = new Promise<boolean>((resolve) => {
    const slow = setTimeout(() => resolve(false), slowMs);
    socket.send(final, (error) => {
      clearTimeout(slow);
      resolve(error === undefined || error === null);
    });
  });
  return last;
}
