import type { Endpoint, ResultOf } from '@alo/contract';
import { useState } from 'react';

import type { CallParts } from '../../kit/api/client.ts';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';

/**
 * Asks something of a call, one thing at a time: `busy` while an answer is waited for. Answers what came of it, undefined where it
 * was refused: that is told to the person in the switchboard's words.
 */
export function useCallControl() {
  const { api, toasts } = useConsole();
  const [busy, setBusy] = useState(false);

  async function ask<E extends Endpoint>(endpoint: E, given: CallParts<E>): Promise<ResultOf<E> | undefined> {
    if (busy) return undefined;
    setBusy(true);
    try {
      return await api(endpoint, given);
    } catch (error) {
      toasts.show({ key: 'phone', kind: 'error', ...explain(error) });
      return undefined;
    } finally {
      setBusy(false);
    }
  }
  return { ask, busy };
}
