import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

import { hasCode } from '../kernel/has-code.ts';
import type { Launch, Outcome } from './keeper-machine/state.ts';

const launch = z.object({
  program: z.string(),
  node: z.string(),
  environment: z.record(z.string(), z.string().optional()),
  engine: z.string().optional(),
}) satisfies z.ZodType<Launch>;
/** A start that does not say so is of 1.0, and gets the line alone. */
const question = launch.extend({ wantsOutcome: z.boolean().default(false) });

const outcome = z.enum(['handed-over', 'refused', 'busy', 'ending']) satisfies z.ZodType<Outcome>;
const answer = z.object({ outcome, line: z.string() });
type Answer = z.infer<typeof answer>;

/** A keeper answers after two minutes at the latest. */
const answerWithinMs = 150_000;

/**
 * Asks the keeper that runs on this data folder to go on with our version. What became of it, in a sentence for the person who typed
 * `npm start`; undefined where none listens, or it went away before it could say.
 */
export async function takeOver(path: string, next: Launch, signal: AbortSignal): Promise<Answer | undefined> {
  const socket = createConnection({ path, allowHalfOpen: true, signal });
  try {
    await once(socket, 'connect');
    socket.setTimeout(answerWithinMs, () => socket.destroy(new SilentKeeper()));
    socket.end(JSON.stringify({ ...next, wantsOutcome: true }));
    const said = await text(socket);
    return said === '' ? undefined : read(said);
  } catch (error) {
    if (error instanceof SilentKeeper) return { outcome: 'refused', line: error.message };
    if (signal.aborted || hasCode(error, 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE')) return undefined;
    throw error;
  }
}

class SilentKeeper extends Error {
  override readonly name = 'SilentKeeper';
  override readonly message = 'Alô đang chạy với thư mục dữ liệu này mà không trả lời.';
}

function read(said: string): Answer {
  if (said.startsWith('{')) return answer.parse(JSON.parse(said));
  // A keeper of 1.0.
  return { outcome: said.startsWith('Không') ? 'refused' : 'handed-over', line: said };
}

/** Waits for later versions at `path`; each gets one answer. */
export async function waitForSuccessor(
  path: string,
  ask: (next: Launch, reply: (answer: Answer) => void) => void,
): Promise<Server> {
  await rm(path, { force: true }); // Of a keeper that was killed: nobody answered there.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    text(socket).then(
      (given) => {
        const asked = question.safeParse(parsed(given));
        // One who only looked whether somebody is there.
        if (!asked.success) return void socket.end();
        const { wantsOutcome, ...version } = asked.data;
        ask(version, (answered) => void socket.end(wantsOutcome ? JSON.stringify(answered) : answered.line));
      },
      () => socket.destroy(),
    );
  });
  server.listen(path);
  await once(server, 'listening');
  await chmod(path, 0o600);
  return server;
}

function parsed(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    // It said nothing, or was cut off.
    return undefined;
  }
}
