import type { Random } from './random.ts';
import { faultStates } from './simulated-database.ts';

/** Something that goes wrong at a moment, for a while where it has one. */
export type Fault = { readonly at: number; readonly ms: number } & FaultKind;

export type FaultKind =
  | { readonly kind: 'disk'; readonly mood: 'slow' | 'full' | 'failing' }
  | { readonly kind: 'database'; readonly mood: 'slow' | 'gone' | { readonly sqlState: string } }
  | { readonly kind: 'link'; readonly mood: 'late' | 'odd' }
  | { readonly kind: 'link-breaks' }
  /** The engine dies and is back after a while. */
  | { readonly kind: 'engine-dies' }
  /** The server is killed, and started again after a while. */
  | { readonly kind: 'server-killed' }
  /** The server is killed, and killed again while it writes the first snapshot after its next start. */
  | { readonly kind: 'killed-in-snapshot' }
  /** The server ends in order, and is started again: an upgrade. */
  | { readonly kind: 'server-restarted' }
  /** The server stands still: a stop of the machine, a very long collection of garbage. */
  | { readonly kind: 'server-frozen' }
  /** The machine loses power: server, engine, and what the disk had not synced. */
  | { readonly kind: 'power-fails' }
  | { readonly kind: 'lease-expires' };

/** What goes wrong in a life of `ms`. Some lives are quiet. `more` has a stream of its own: what it adds leaves the rest alone. */
export function drawFaults(random: Random, more: Random, ms: number): Fault[] {
  const count = random.pick([0, 1, 1, 2, 2, 3, 4, 6]);
  const drawn = Array.from({ length: count }, () => ({
    at: random.between(0, ms),
    ms: random.pick([300, 2_000, 8_000, 25_000, 40_000]),
    ...drawKind(random),
  }));
  // By chance alone a kill hardly ever meets those few milliseconds.
  const inSnapshot = more.chance(0.2)
    ? [{ at: more.between(0, ms), ms: more.pick([300, 2_000]), kind: 'killed-in-snapshot' } as const]
    : [];
  return [...drawn, ...inSnapshot].sort((one, other) => one.at - other.at);
}

/** The server goes twice in short: what the second one left to the third was in no event that it heard itself. */
export function drawTwoRestarts(random: Random, ms: number): Fault[] {
  if (random.chance(0.5)) return [];
  const restart = (at: number): Fault => ({
    at,
    ms: 300,
    kind: random.pick(['server-killed', 'server-restarted']),
  });
  const at = random.between(0, ms);
  return [restart(at), restart(at + random.between(1_500, 8_000))];
}

function drawKind(random: Random): FaultKind {
  switch (random.between(0, 11)) {
    case 0:
    case 1:
      return { kind: 'disk', mood: random.pick(['slow', 'full', 'failing']) };
    case 2:
    case 3:
      return { kind: 'database', mood: { sqlState: random.pick(faultStates) } };
    case 4:
      return { kind: 'database', mood: random.pick(['slow', 'gone']) };
    case 5:
      return { kind: 'link', mood: random.pick(['late', 'odd']) };
    case 6:
      return { kind: 'link-breaks' };
    case 7:
      return { kind: 'engine-dies' };
    case 8:
      return { kind: 'server-killed' };
    case 9:
      return random.chance(0.5) ? { kind: 'server-restarted' } : { kind: 'server-killed' };
    case 10:
      return random.chance(0.5) ? { kind: 'server-frozen' } : { kind: 'lease-expires' };
    default:
      return { kind: 'power-fails' };
  }
}
