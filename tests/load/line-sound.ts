/**
 * Hearing a carrier's line before the answer: processor time of one line, as a share of a core; and finding what was heard among the
 * announcements of a company that has many, in milliseconds. The best of the turns. Prints one JSON object.
 *
 *   node tests/load/line-sound.ts [--turns=5]
 */
import { parseArgs } from 'node:util';
import { LineEar, likeness, MachineEar, readPrint } from '@alo/line-sound';
import { voice } from '@alo/line-sound/testing';
import { round } from './generator.ts';

const { values } = parseArgs({ options: { turns: { type: 'string', default: '5' } } });
const turns = Number(values.turns);
const SECONDS = 20;
const ANNOUNCEMENTS = 400;

const heard = voice(1, SECONDS);
const known = Array.from({ length: ANNOUNCEMENTS }, (_, seed) =>
  printOf(voice(2 + (seed % 40), 6).subarray(seed * 20)),
);
const print = printOf(heard.subarray(0, 6 * 8_000));

const runs = [
  {
    what: 'a line before the answer',
    corePercent: round(
      percentOf(() => void printOf(heard)),
      3,
    ),
  },
  { what: 'a call that was answered, until it is known who did', corePercent: round(percentOf(hearMachine), 3) },
  {
    what: `one of ${ANNOUNCEMENTS} announcements`,
    milliseconds: round(
      fastest(() => known.map((one) => likeness(print, one))),
      2,
    ),
  },
];
console.log(JSON.stringify({ runs }, null, 2));

function printOf(samples: Int16Array) {
  const ear = new LineEar();
  for (let at = 0; at < samples.length; at += 160) ear.push(samples.subarray(at, at + 160));
  return readPrint(ear.said()?.print ?? new Uint8Array());
}

function hearMachine(): void {
  const ear = new MachineEar();
  for (let at = 0; at < heard.length; at += 160) ear.push(heard.subarray(at, at + 160));
}

function percentOf(work: () => void): number {
  return (100 * fastest(work)) / (SECONDS * 1_000);
}

/** Milliseconds of processor time. */
function fastest(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < turns; turn++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}
