type Foreseen = {
  /** Who will be free to take a call. */
  readonly people: number;
  /** That a customer who is called picks up. */
  readonly chance: number;
  /** Calls at most. */
  readonly atMost: number;
  /** Of those who pick up no larger share is expected to find nobody. */
  readonly inVain: number;
};

/**
 * The most calls of which so few are expected to find nobody: of n calls, each picked up by chance, more than there are people is
 * a tail of the binomial distribution. One call more adds to it what its pick-up does where all people have one by then.
 */
export function mostCalls({ people, chance, atMost, inVain }: Foreseen): number {
  if (people <= 0) return 0;
  // Of as many calls as there are people none is in vain. In logarithms: five hundred chances are too small for a number.
  let calls = people;
  let logOneShort = Math.log(people) + (people - 1) * Math.log(chance) + Math.log(1 - chance);
  let allTaken = chance ** people;
  let expectedInVain = 0;
  while (calls < atMost) {
    const more = expectedInVain + chance * allTaken;
    if (more > inVain * (calls + 1) * chance) break;
    expectedInVain = more;
    allTaken = Math.min(1, allTaken + chance * Math.exp(logOneShort));
    calls += 1;
    logOneShort += Math.log(calls / (calls - people + 1)) + Math.log(1 - chance);
  }
  return calls;
}
