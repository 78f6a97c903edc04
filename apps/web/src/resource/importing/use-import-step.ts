import type { checkImport, Job, RequestOf, readImport, runImport } from '@alo/contract';
import { jobs } from '@alo/contract';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';

/** `undo` takes the same as `run`. */
type Step = typeof readImport | typeof checkImport | typeof runImport;

/** Tells an import to take its next step; answers whether it is being told, and what was wrong with that. */
export function useImportStep(job: Job) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const go = async <S extends Step>(step: S, body: RequestOf<S>['body']) => {
    setBusy(true);
    setError(undefined);
    try {
      // The body is of this step; the compiler does not follow which of them it is.
      await api<Step>(step, { params: { id: job.id }, body } as Parameters<typeof api<Step>>[1]);
      // The live event may have been faster; this is for when there is none.
      await invalidate(jobs);
    } catch (problem) {
      setError(explain(problem).text);
    } finally {
      setBusy(false);
    }
  };
  return { go, busy, error };
}
