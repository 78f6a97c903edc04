/**
 * Reading a SIP message, and reading and writing it: the REGISTER of a browser phone and an INVITE with the SDP of one. Beside it
 * JSON.parse and JSON.stringify of the same message as an object, from bytes to bytes as well; `ratio` is our time to that. In
 * microseconds a message, in turns, the best of each. Prints one JSON object.
 *
 *   node tests/load/sip-parse.ts [--turns=8]
 */
import { parseArgs } from 'node:util';
import { type Message, parseMessage, serializeMessage } from '@alo/sip';
import { inviteOfBrowser, registerOfBrowser } from './browser-messages.ts';
import { round } from './generator.ts';

const { values } = parseArgs({ options: { turns: { type: 'string', default: '8' } } });
const turns = Number(values.turns);
const TURN_MS = 50;
const BATCH = 200;

const runs = [compare('REGISTER', registerOfBrowser()), compare('INVITE with SDP', inviteOfBrowser())].flat();
console.log(JSON.stringify({ runs }, null, 2));

function compare(what: string, bytes: Uint8Array) {
  const json = Buffer.from(JSON.stringify(asObject(parse(bytes))));
  const row = (work: string, ours: () => unknown, peer: () => unknown) => {
    const [microseconds, jsonMicroseconds] = fastest(ours, peer);
    return { what, bytes: bytes.length, work, microseconds, jsonMicroseconds, ratio: microseconds / jsonMicroseconds };
  };
  return [
    row(
      'parse',
      () => parse(bytes),
      () => JSON.parse(json.toString()),
    ),
    row(
      'parse and serialize',
      () => serializeMessage(parse(bytes)),
      () => Buffer.from(JSON.stringify(JSON.parse(json.toString()))),
    ),
  ].map((each) => ({ ...each, ratio: round(each.ratio, 2) }));
}

function parse(bytes: Uint8Array): Message {
  const result = parseMessage(bytes);
  if (!result.ok) throw new Error(result.reason);
  return result.message;
}

function asObject(message: Message) {
  return { ...message, body: Buffer.from(message.body).toString() };
}

/** Microseconds that one call of each takes, in the best of its turns. */
function fastest(one: () => unknown, other: () => unknown): readonly [number, number] {
  const times: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < turns; turn++) {
    times[0] = Math.min(times[0], microsecondsOf(one));
    times[1] = Math.min(times[1], microsecondsOf(other));
  }
  return [round(times[0], 2), round(times[1], 2)];
}

function microsecondsOf(work: () => unknown): number {
  const from = performance.now();
  let done = 0;
  for (; performance.now() - from < TURN_MS; done += BATCH) {
    for (let i = 0; i < BATCH; i++) if (work() === undefined) throw new Error('nothing was made');
  }
  return ((performance.now() - from) * 1000) / done;
}
