import { ApiProblem, explain } from '../../kit/api/problem.ts';

/** What is wrong with what was said, or with the way to the server. */
export function wordsOf(error: unknown): string | undefined {
  if (error === null || error === undefined) return undefined;
  return (error instanceof ApiProblem ? error.body.fields['file'] : undefined) ?? explain(error).text;
}
