import { Problem } from '../../kernel/problem.ts';

interface Limits {
  readonly atOnce: number;
  /** How many may wait; above that the network with most of them waiting loses the newest. */
  readonly waitingAtMost: number;
}

interface Waiting {
  readonly go: () => void;
  readonly refuse: (why: Problem) => void;
}

/**
 * Work that costs much, done for so many at once and in turn for each of those who ask: who asks for a hundred things waits for
 * a hundred, and somebody else for one. Familiar ones go first.
 */
export function fairQueue({ atOnce, waitingAtMost }: Limits) {
  const lanes = [new Map<string, Waiting[]>(), new Map<string, Waiting[]>()] as const;
  const [familiarLane, strangeLane] = lanes;
  let running = 0;
  let waiting = 0;

  function next(): void {
    for (const lane of lanes) {
      const [first] = lane;
      if (first === undefined) continue;
      const [share, line] = first;
      const one = line.shift();
      // To the end, so that everybody has a turn.
      lane.delete(share);
      if (line.length > 0) lane.set(share, line);
      waiting -= 1;
      one?.go();
      return;
    }
  }

  function refuseNewestOfLongest(): void {
    let longest:
      | { readonly lane: Map<string, Waiting[]>; readonly share: string; readonly line: Waiting[] }
      | undefined;
    for (const lane of [strangeLane, familiarLane])
      for (const [share, line] of lane)
        if (longest === undefined || line.length > longest.line.length) longest = { lane, share, line };
    if (longest === undefined) return;
    const { lane, share, line } = longest;
    line.pop()?.refuse(Problem.unavailable(2));
    waiting -= 1;
    if (line.length === 0) lane.delete(share);
  }

  return {
    /** Does the work when it is `share`'s turn. Rejects with 503 where too many wait, and `share` is who has most of them. */
    async inTurn<T>(share: string, isFamiliar: boolean, work: () => Promise<T>): Promise<T> {
      if (running >= atOnce) {
        const lane = isFamiliar ? familiarLane : strangeLane;
        const turn = new Promise<void>((go, refuse) => {
          const line = lane.get(share) ?? [];
          line.push({ go, refuse });
          lane.set(share, line);
        });
        waiting += 1;
        if (waiting > waitingAtMost) refuseNewestOfLongest();
        await turn;
      } else {
        running += 1;
      }
      try {
        return await work();
      } finally {
        // A turn is handed on; only where nobody waits there is one less.
        if (waiting > 0) next();
        else running -= 1;
      }
    },
  };
}
