/**
 * Loaded into a process before its program: notes what it asks the database in transactions from the parent's `record` on, and
 * answers its `recorded` with it, in the order in which it was sent, `begin` and `commit` included.
 */
import pg from 'pg';
import { z } from 'zod';

const asked = z.object({ record: z.enum(['start', 'stop']) });
const statement = z.object({ text: z.string(), values: z.array(z.unknown()).default([]) });
export const recorded = z.object({ recorded: z.array(statement) });
export type Statement = z.output<typeof statement>;

let noted: Statement[] | undefined;
/** Connections that are in a transaction which began while it was being recorded. */
const begun = new WeakSet<object>();

const send = pg.Client.prototype.query;
Object.defineProperty(pg.Client.prototype, 'query', {
  value(this: pg.Client, first: unknown, ...rest: unknown[]) {
    if (noted !== undefined) note(this, noted, first, rest[0]);
    return Reflect.apply(send, this, [first, ...rest]);
  },
});

function note(client: pg.Client, into: Statement[], first: unknown, values: unknown): void {
  const one = statement.safeParse(typeof first === 'string' ? { text: first, values } : first).data;
  if (one === undefined) return;
  if (one.text.startsWith('begin')) begun.add(client);
  if (begun.has(client)) into.push({ text: one.text, values: one.values });
  if (/^(commit|rollback)/.test(one.text)) begun.delete(client);
}

process.on('message', (message) => {
  const { record } = asked.safeParse(message).data ?? {};
  if (record === 'start') noted = [];
  if (record === 'stop') {
    process.send?.({ recorded: noted });
    noted = undefined;
  }
});
// The channel alone must not keep the process alive.
process.channel?.unref();
