// The companies that do their worst beside a good one (company-beside-hostile.ts), in a process of their own: as long as they are told to.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Hostile, hangingReceiver, openWayOut, worstRequests, worstSockets } from './hostile-requests.ts';
import { worstSip } from './hostile-sip.ts';

export interface HostileOrder {
  readonly address: string;
  readonly sipPort: number;
  /** Where their webhooks go to, and get no answer. */
  readonly receiver: number;
  readonly companies: readonly Hostile[];
}

/** So often came what, by what was tried. */
export type HostileNotes = Readonly<Record<string, Readonly<Record<string, number>>>>;

const [{ companies, receiver, ...place }] = (await once(process, 'message')) as [HostileOrder];
await hangingReceiver(receiver);
for (const company of companies) await openWayOut(company, place.address);
let over = new AbortController();
let all: Promise<unknown> = Promise.resolve();
let notes: Record<string, Record<string, number>> = {};

process.on('message', (word: 'begin' | 'end') => void (word === 'begin' ? begin() : end()));
process.on('disconnect', () => process.exit());
process.send?.('ready');

function begin(): void {
  over = new AbortController();
  notes = {};
  const { signal } = over;
  const note = (what: string, came: string) => {
    const theirs = (notes[what] ??= {});
    theirs[came] = (theirs[came] ?? 0) + 1;
  };
  all = Promise.allSettled(
    companies.flatMap((company) => [
      worstRequests(company, { ...place, receiver, over: signal, note }),
      worstSockets(company, { ...place, over: signal, note }),
      worstSip(company, { ...place, over: signal, note }),
    ]),
  ).then((ends) => {
    for (const end of ends) if (end.status === 'rejected') console.error(end.reason);
  });
}

async function end(): Promise<void> {
  over.abort();
  await Promise.race([all, sleep(5_000)]);
  process.send?.(notes satisfies HostileNotes);
}
