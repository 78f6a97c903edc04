/**
 * Does something about each of these, one after the other. What goes wrong with one takes none of the others' turn: it is told at
 * the end.
 */
export async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const wrong: unknown[] = [];
  for (const one of all) {
    try {
      await work(one);
    } catch (error) {
      wrong.push(error);
    }
  }
  if (wrong.length === 1) throw wrong[0];
  if (wrong.length > 1) throw new AggregateError(wrong, `${wrong.length} of ${all.length} went wrong.`);
}
