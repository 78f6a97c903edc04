import { setTimeout as sleep } from 'node:timers/promises';

import { openLoadWebSocket } from './load-web-socket.ts';
import type { Done } from './monitor-server.ts';
import { moment } from './steady-events.ts';

export interface WatchersOrder {
  readonly address: string;
  /** What proves each of them to the API, with the name of those who see the same; a bare server asks for nothing. */
  readonly watchers: readonly { readonly token: string; readonly way: string }[];
  /** They read the board when they are told that it is another, at most so often; 0 is that they are told what is other. */
  readonly readEveryMs: number;
  /** What they listen to; `calls` tells each call's row in the history. */
  readonly topics: readonly string[];
}
/** How long it took until the watchers knew what had happened, in ms. */
export interface WatcherDelays {
  readonly p50: number;
  readonly p99: number;
  /** How often somebody was told what had happened; how often one of those who see everything never was, and how much all was. */
  readonly told: number;
  readonly untold: number;
  readonly messages: number;
  readonly bytes: number;
  readonly lost: number;
}

/** How the ways are called in which everything is seen. */
export const everybody = 'everybody';
/** Of the first seconds nothing is counted: code is slow before it has run some hundred times. */
const warmUpMs = 6_000;

interface Told {
  readonly text: Buffer;
  /** When it came, at each watcher. */
  readonly at: number[];
}

const [given] = process.argv.slice(2);
if (given === undefined) throw new Error('No order.');
const { address, watchers, readEveryMs, topics } = JSON.parse(given) as WatchersOrder; // from `monitor.ts`
/** What was told to those who see the same, by its number. */
const told = new Map<string, Map<string, Told>>();
let [messages, bytes, lost] = [0, 0, 0];
const isOver = { now: false };

for (const { token, way } of watchers) await watch(token, way);
process.on('message', (message) => {
  const { done } = Object(message) as Partial<Done>;
  if (done === undefined) return;
  isOver.now = true;
  process.send?.(result(done));
  process.disconnect();
});
process.send?.({ watching: watchers.length });

async function watch(token: string, way: string): Promise<void> {
  const ticket = token === '' ? '' : await ticketOf(token);
  const socket = await openLoadWebSocket(`${address.replace('http', 'ws')}/live?ticket=${ticket}`, 20_000);
  const texts = told.get(way) ?? new Map<string, Told>();
  told.set(way, texts);
  let reading = false;
  socket.onMessage((text) => {
    const at = moment();
    const head = text.toString('latin1', 0, 64);
    // The whole board is told once, at the beginning.
    if (head.includes('"board"')) return;
    messages += 1;
    bytes += text.length;
    if (!head.includes('"board-changed"') && !head.includes('"call-changed"')) return;
    if (readEveryMs === 0) note(texts, head.slice(0, head.indexOf(',')), text, at);
    else if (!reading) {
      reading = true;
      setTimeout(() => {
        reading = false;
        read(token, texts).catch((error: unknown) => {
          // The server may end with an answer of it under way.
          if (!isOver.now) throw error;
        });
      }, readEveryMs);
    }
  });
  socket.onClose(() => {
    if (!isOver.now) lost += 1;
  });
  socket.send(Buffer.from(JSON.stringify({ type: 'subscribe', topics })));
}

function note(texts: Map<string, Told>, seq: string, text: Buffer, at: number): void {
  const known = texts.get(seq);
  if (known === undefined) texts.set(seq, { text: Buffer.from(text), at: [at] });
  else known.at.push(at);
}

async function read(token: string, texts: Map<string, Told>): Promise<void> {
  const answer = await ask('GET', '/monitor', token);
  const text = Buffer.from(answer);
  bytes += text.length;
  note(texts, String(texts.size), text, moment());
}

async function ticketOf(token: string): Promise<string> {
  return (JSON.parse(await ask('POST', '/ws-ticket', token)) as { readonly ticket: string }).ticket;
}

async function ask(method: string, path: string, token: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${address}/api/load${path}`, { method, headers: { authorization: `Bearer ${token}` } });
    if (answer.ok) return answer.text();
    // It asks for patience where the machine has other work.
    if (answer.status !== 503) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await sleep(500);
  }
}

/** What was told of one call, by its row. */
interface Row {
  readonly id: string;
  readonly answered_at: string | null;
  readonly ended_at: string | null;
}

/** What of calls stands in what was told. */
interface Board {
  readonly calls: readonly { readonly id: string; readonly stage: string }[];
  readonly gone?: { readonly calls: readonly string[] };
}

function result(done: Done['done']): WatcherDelays {
  const [, first = 0] = done[0] ?? [];
  const due = new Map(done.filter(([, at]) => at >= first + warmUpMs));
  const times: number[] = [];
  let untold = due.size * watchers.filter(({ way }) => way.startsWith(everybody)).length;
  for (const [way, texts] of told) {
    const known = new Set<string>();
    for (const { text, at } of texts.values()) {
      for (const name of readEveryMs === 0 ? namesIn(text) : namesRead(text, known)) {
        if (known.has(name)) continue;
        known.add(name);
        const from = due.get(name);
        if (from === undefined) continue;
        for (const one of at) times.push(one - from);
        if (way.startsWith(everybody)) untold -= at.length;
      }
    }
  }
  const sorted = Float64Array.from(times).sort();
  const share = (part: number) => Math.round(10 * (sorted[Math.floor(sorted.length * part)] ?? Number.NaN)) / 10;
  return { p50: share(0.5), p99: share(0.99), told: times.length, untold, messages, bytes, lost };
}

/** What happened, as events are called. */
function namesIn(text: Buffer): string[] {
  const { data } = JSON.parse(text.toString()) as { readonly data: Board | Row };
  if ('id' in data) {
    return [
      `${data.id} comes`,
      ...(data.answered_at === null ? [] : [`${data.id} talks`]),
      ...(data.ended_at === null ? [] : [`${data.id} ends`]),
    ];
  }
  return [...coming(data), ...(data.gone?.calls ?? []).map((id) => `${id} ends`)];
}

/** The same of a board that was read whole: what was there and is no more has ended. */
function namesRead(text: Buffer, known: ReadonlySet<string>): string[] {
  const board = JSON.parse(text.toString()) as Board;
  const there = new Set(board.calls.map(({ id }) => id));
  const came = [...known].flatMap((name) => (name.endsWith(' comes') ? [name.slice(0, -' comes'.length)] : []));
  return [...coming(board), ...came.filter((id) => !there.has(id)).map((id) => `${id} ends`)];
}

const coming = ({ calls }: Board): string[] =>
  calls.flatMap(({ id, stage }) => (stage === 'talking' ? [`${id} comes`, `${id} talks`] : [`${id} comes`]));
