import { openLoadWebSocket } from './load-web-socket.ts';
import { moment } from './steady-events.ts';

export interface ListenersOrder {
  readonly listeners: readonly { readonly address: string; readonly token: string }[];
  /** What was said before is not counted: code is slow before it has run some hundred times. */
  readonly fromMs: number;
}

/** How long it took from what happened to the word of it at a program, in ms; and whether each had every word once, in order. */
export interface EventDelays {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  readonly messages: number;
  readonly bytes: number;
  /** Words that came twice, or before one of an earlier number. */
  readonly wrong: number;
  readonly lost: number;
}

/** What stands before the moment of it in each of them. */
const happenedMark = '"bench ';

const [given] = process.argv.slice(2);
if (given === undefined) throw new Error('No order.');
const { listeners, fromMs } = JSON.parse(given) as ListenersOrder; // from `events.ts`
const delays: number[] = [];
let [messages, bytes, wrong, lost] = [0, 0, 0, 0];
const isOver = { now: false };

for (const { address, token } of listeners) {
  const socket = await openLoadWebSocket(address, 60_000, token);
  let last = 0;
  socket.onMessage((text) => {
    const at = moment();
    messages += 1;
    bytes += text.length;
    const said = text.toString('latin1');
    const number = numberIn(said, '"number":');
    if (number <= last) wrong += 1;
    last = number;
    const happened = numberIn(said, happenedMark);
    if (happened >= started + fromMs) delays.push(at - happened);
  });
  socket.onClose(() => {
    if (!isOver.now) lost += 1;
  });
}
const started = moment();
process.on('message', (message) => {
  if (!('over' in Object(message))) return;
  isOver.now = true;
  delays.sort((a, b) => a - b);
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN;
  process.send?.({ p50: at(0.5), p99: at(0.99), longest: at(1), messages, bytes, wrong, lost } satisfies EventDelays);
  process.disconnect();
});
process.send?.({ listening: listeners.length });

/** The number that stands behind these letters. */
function numberIn(text: string, before: string): number {
  const start = text.indexOf(before) + before.length;
  let end = start;
  while (end < text.length && '0123456789.'.includes(text.charAt(end))) end += 1;
  return Number(text.slice(start, end));
}
