/** The engine's own process: SIP and audio, nothing else, so that nothing else makes audio wait. */
import { serveParent, type ToParent } from './channel.ts';
import { EngineProcess } from './engine-process.ts';

const send = (message: ToParent): void => {
  // The parent may be gone already: 'disconnect' follows and ends us.
  if (process.connected) process.send?.(message, undefined, {}, () => {});
};

const engine = new EngineProcess({
  emit: (tenant, event) => send({ kind: 'event', tenant, event }),
  botSays: (id, event) => send({ kind: 'bot', id, event }),
  log: (level, message, fields) => send({ kind: 'log', level, message, fields }),
});

const receive = serveParent(send, engine.handlers, engine.orders);

process.on('message', (message, handle) => {
  try {
    // The parent sends sockets and no other handles.
    receive(message, handle as Parameters<typeof receive>[1]);
  } catch (error) {
    send({
      kind: 'log',
      level: 'error',
      message: 'message from parent not understood',
      fields: { reason: String(error) },
    });
  }
});

const end = (): void => {
  void engine.close().finally(() => process.exit());
};

process.on('disconnect', end);
// Ctrl-C and service managers tell the whole group: the parent closes us in its own order.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
