import type { Toasts } from '@alo/ui';

import { explain, mistakesToldBy } from './problem.ts';

/** Tells what came of a form that the server has not taken: mistakes by their fields, whatever else by a toast. */
export function tellProblem(
  error: unknown,
  toasts: Toasts,
  byField: (mistakes: Readonly<Record<string, string>>) => void,
): void {
  const mistakes = mistakesToldBy(error);
  if (mistakes) byField(mistakes);
  else toasts.show({ kind: 'error', ...explain(error) });
}
