/**
 * Does something about each of these, one after the other. What goes wrong with one takes none of the others' turn: it is told at
 * the end. Where so many go wrong, all would, and the rest are left for another time.
 */
export async function eachOf<T>(
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
  wrongAtMost = Number.POSITIVE_INFINITY,
): Promise<void> {
  const wrong: unknown[] = [];
  for (const one of all) {
    if (wrong.length >= wrongAtMost) break;
    try {
      await work(one);
    } catch (error) {
      wrong.push(error);
    }
  }
  if (wrong.length === 1) throw wrong[0];
  if (wrong.length > 1) throw new AggregateError(wrong, `${wrong.length} of ${all.length} went wrong.`);
}
