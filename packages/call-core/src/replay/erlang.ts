/** Calls of some time, as the formulas of traffic theory look at them. */
export type Traffic = {
  /** Calls that come in an hour, and how long each keeps somebody, in seconds. */
  readonly callsPerHour: number;
  readonly handleSeconds: number;
};

/** The chance that a caller waits with so many people, by Erlang's second formula: everybody waits as long as it takes. */
export function erlangC({ callsPerHour, handleSeconds }: Traffic, people: number): number {
  const load = (callsPerHour * handleSeconds) / 3_600;
  if (load <= 0) return 0;
  if (people <= load) return 1;
  const lost = erlangB(load, people);
  return lost / (1 - (load / people) * (1 - lost));
}

/** The share of callers who are answered within a time, by Erlang C. */
export function erlangLevel(traffic: Traffic, people: number, withinSeconds: number): number {
  const { callsPerHour, handleSeconds } = traffic;
  const load = (callsPerHour * handleSeconds) / 3_600;
  if (load <= 0) return 1;
  if (people <= load) return 0;
  return 1 - erlangC(traffic, people) * Math.exp((-(people - load) * withinSeconds) / handleSeconds);
}

/**
 * The same where callers give up after `patienceSeconds` on average (Erlang A, after Palm): answered in time of all who come. Reckoned from the
 * chances of each number of people in the system, and of who waits in time from those who are ahead.
 */
export function erlangALevel(traffic: Traffic, people: number, withinSeconds: number, patienceSeconds: number): number {
  const { callsPerHour, handleSeconds } = traffic;
  const arrival = callsPerHour / 3_600;
  if (arrival <= 0) return 1;
  if (people <= 0) return 0;
  const [served, gives] = [1 / handleSeconds, 1 / patienceSeconds];
  // Relative chances of n in the system, up to where hardly anybody comes to stand; in proportion to that of all busy, so that none is too large.
  const below: number[] = [];
  let chance = 1;
  for (let n = people; n > 0; n -= 1) {
    chance *= (n * served) / arrival;
    below.push(chance);
  }
  const above: number[] = [1];
  for (let n = people + 1; (above.at(-1) ?? 0) > 1e-9 && above.length < 5_000; n += 1) {
    above.push(((above.at(-1) ?? 0) * arrival) / (people * served + (n - people) * gives));
  }
  const total = [...below, ...above].reduce((sum, one) => sum + one, 0);
  const atOnce = below.reduce((sum, one) => sum + one, 0) / total;
  return Math.min(
    1,
    atOnce +
      servedWithin(
        above.map((one) => one / total),
        people * served,
        gives,
        withinSeconds,
      ),
  );
}

/**
 * The share of callers who find so many ahead of them, all people being busy, and are answered within a time, having not given up before.
 * Followed by small steps of time: those ahead are served or leave, and the more they are the sooner one of them does.
 */
function servedWithin(ahead: readonly number[], rate: number, gives: number, within: number): number {
  const steps = 400;
  const each = within / steps;
  const moves = (place: number) => Math.min(1, (rate + place * gives) * each);
  let places = ahead;
  let answered = 0;
  for (let step = 0; step < steps; step += 1) {
    answered += (places[0] ?? 0) * Math.min(1, rate * each);
    const before = places;
    places = before.map(
      (here, place) => (here * (1 - moves(place)) + (before[place + 1] ?? 0) * moves(place + 1)) * (1 - gives * each),
    );
  }
  return answered;
}

/** The fewest people with whom so many are answered in time, by Erlang C. */
export function peopleByErlang(
  traffic: Traffic,
  target: { readonly level: number; readonly withinSeconds: number },
): number {
  let people = Math.max(0, Math.floor((traffic.callsPerHour * traffic.handleSeconds) / 3_600));
  if (traffic.callsPerHour <= 0) return 0;
  while (erlangLevel(traffic, people, target.withinSeconds) < target.level && people < 2_000) people += 1;
  return people;
}

/** The chance that all are busy where nobody waits. */
function erlangB(load: number, people: number): number {
  let lost = 1;
  for (let n = 1; n <= people; n += 1) lost = (load * lost) / (n + load * lost);
  return lost;
}
