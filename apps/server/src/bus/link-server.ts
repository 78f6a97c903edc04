import { once } from 'node:events';
import { createServer, type TLSSocket } from 'node:tls';

import type { ServerKey } from '../kernel/key-ring.ts';
import type { Direct, DirectBus } from './bus.ts';
import {
  asked,
  type LinkAddress,
  linkCipher,
  linkIdentity,
  linkLines,
  linkSecret,
  silenceMs,
  type Told,
  writeLine,
} from './link-wire.ts';

/** What a question comes to; undefined where the company's calls are not here. */
export type AnswerByLink = (tenantId: string, question: unknown) => Promise<{ readonly value: unknown } | undefined>;

/**
 * Where processes with a console connect to this one, which runs calls: they are told what happens as it does, and ask what goes on, with
 * no database in between.
 */
export async function serveLinks({
  at,
  key,
  bus,
  answers,
  log,
  silentMs = silenceMs,
}: {
  at: LinkAddress;
  key: ServerKey;
  bus: Pick<DirectBus, 'direct'>;
  /** For each connection one, which may remember what it was told. */
  answers: () => AnswerByLink;
  log: { warn(fields: object, message: string): void };
  /** Who says nothing for so long is gone. */
  silentMs?: number;
}): Promise<{ close(): Promise<void> }> {
  const sockets = new Map<TLSSocket, Direct | undefined>();
  const keyOf = (identity: string | undefined) => key.all().find((one) => linkIdentity(one) === identity);
  const identities = new WeakMap<TLSSocket, string>();
  const server = createServer({
    ...linkCipher,
    pskCallback(socket, identity) {
      const its = keyOf(identity);
      if (its === undefined) return null;
      identities.set(socket, identity);
      return linkSecret(its);
    },
  });
  server.on('secureConnection', (socket) => {
    sockets.set(socket, undefined);
    const answer = answers();
    const say = (frame: Told) => writeLine(socket, frame);
    socket.on('error', (err) => log.warn({ err }, 'a link to a console broke'));
    socket.on('close', () => {
      sockets.get(socket)?.end();
      sockets.delete(socket);
    });
    const take = (frame: ReturnType<typeof asked.parse>) => {
      switch (frame.kind) {
        case 'hello':
          sockets.get(socket)?.end();
          sockets.set(
            socket,
            bus.direct(frame.process, (words) => say({ kind: 'words', ...words, ids: [...words.ids] })),
          );
          say({ kind: 'hello' });
          break;
        case 'beat':
          sockets.get(socket)?.heard(frame.heard);
          // A key that was taken away opens nothing any more.
          if (keyOf(identities.get(socket)) === undefined) socket.destroy();
          else say({ kind: 'beat' });
          break;
        case 'ask':
          void reply(frame);
          break;
        default:
          frame satisfies never;
      }
    };
    linkLines(socket, asked, take, silentMs);

    async function reply({ number, tenantId, question }: { number: number; tenantId: string; question?: unknown }) {
      try {
        const its = await answer(tenantId, question);
        say(its === undefined ? { kind: 'nobody', number } : { kind: 'answer', number, value: its.value });
      } catch (err) {
        log.warn({ err }, 'what a console asked could not be answered');
        say({ kind: 'failed', number });
      }
    }
  });
  server.on('tlsClientError', (err) =>
    log.warn({ err }, 'somebody without the key of this installation wanted a link'),
  );
  server.listen(at);
  await once(server, 'listening');
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      // What they have not heard goes out over the database, as long as it is there.
      for (const direct of sockets.values()) direct?.end();
      for (const socket of sockets.keys()) socket.destroy();
      await closed;
    },
  };
}
