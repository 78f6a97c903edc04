import { useState } from 'react';
import type { z } from 'zod';

import { useConsole } from '../../kit/api/context.ts';
import { mistakesIn } from '../../kit/api/problem.ts';
import { tellProblem } from '../../kit/api/tell-problem.ts';

/**
 * Saves what a form was filled in with, once at a time: mistakes, its own and those that only the server knows, are told by field,
 * whatever else goes wrong by a toast.
 */
export function useSaving() {
  const { toasts } = useConsole();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);

  async function save<T>(
    parsed: z.ZodSafeParseResult<T>,
    work: (data: T) => Promise<unknown>,
    /** Mistakes that no schema knows. */
    more: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    if (busy) return;
    const mistakes = { ...mistakesIn(parsed.error), ...more };
    setErrors(mistakes);
    if (!parsed.success || Object.keys(mistakes).length > 0) return;
    setBusy(true);
    try {
      await work(parsed.data);
    } catch (error) {
      tellProblem(error, toasts, setErrors);
    }
    setBusy(false);
  }

  return { errors, busy, save };
}
