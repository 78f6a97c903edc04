import { flushCompileCache } from 'node:module';
import type { Socket } from 'node:net';
import { z } from 'zod';
import { arrivals } from '../handover/handover.ts';
import { codeVersion } from '../link/code-version.ts';
import { ServerLink } from '../link/server-link.ts';
import { outliveClosedOutput } from '../supervision/closed-output.mjs';
import { isEnd } from '../supervision/end-engine.ts';
import { giveBackAtRest } from '../supervision/memory-at-rest.ts';
import { answerPings, sayReady } from '../supervision/watch-child.ts';
import { EngineProcess } from './engine-process.ts';
import { outliveMistakes } from './guarded.ts';
import type { PlantProgram } from './plant.ts';

/**
 * Makes this process an engine's: its parent starts and watches it and hands it the sockets of browsers; a server asks and is told over
 * the link. It outlives the server, not both.
 */
export async function hostEngine<Options>(program: PlantProgram<Options>): Promise<void> {
  const options = z
    .object({ socketPath: z.string(), token: z.string(), graceMs: z.number() })
    .parse(JSON.parse(process.env['ALO_ENGINE'] ?? 'null'));

  outliveClosedOutput();
  // Node.js keeps our code as it read it, beside what it made of it, until it is told to write down what is new (ADR 380).
  flushCompileCache();

  let isParentGone = !process.connected;
  let isServed = false;

  const engine = new EngineProcess(program, {
    emit: (tenant, event) => link.emit(tenant, event),
    onSeen: (tenant, seen) => link.say({ kind: 'seen', tenant, seen }),
    onHeard: (tenant, heard) => link.say({ kind: 'heard', tenant, heard }),
    onAudio: (processes) => link.say({ kind: 'audio', processes }),
    botSays: (id, event) => link.say({ kind: 'bot', id, event }),
    log: (level, message, fields) => link.say({ kind: 'log', level, message, fields }),
    onClosed: () => {
      link.close();
      // What was written goes out first.
      setImmediate(() => process.exit());
    },
  });

  const link: ServerLink = new ServerLink(
    { address: options, code: codeVersion(), graceMs: options.graceMs },
    {
      handlers: engine.handlers,
      perform: (order) => engine.perform(order),
      onOutdated: () => engine.endWhenIdle(),
      onForsaken: () => engine.hangUpAll(),
      onTaken: (lagMs) => engine.serverTook(lagMs),
      onAttached: (attached) => {
        isServed = attached;
        engine.served(attached);
        endIfAlone();
      },
    },
  );

  /** Nobody would ever end us. People talk on for as long as calls do without a server. */
  function endIfAlone(): void {
    if (isParentGone && !isServed) engine.endWhenIdle();
  }

  const arrive = arrivals((upgrade, socket) => engine.acceptWebSocket(upgrade, socket));
  // The parent sends sockets and no other handles.
  process.on('message', (message, handle) => {
    if (isEnd(message)) void engine.close();
    else arrive(message, handle as Socket | undefined);
  });
  answerPings();
  process.on('disconnect', () => {
    isParentGone = true;
    endIfAlone();
  });
  // Ctrl-C and service managers tell the whole group: we are closed in the order that loses nothing.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

  await link.listen();
  giveBackAtRest({ isBusy: () => engine.isBusy, also: () => program.atRest?.() });
  outliveMistakes((mistake) =>
    link.say({ kind: 'log', level: 'error', message: 'a mistake of ours in the engine', fields: { ...mistake } }),
  );
  sayReady();
  // Its parent may have gone while it loaded.
  endIfAlone();
}
