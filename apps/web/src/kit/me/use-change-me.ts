import { me } from '@alo/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { useConsole } from '../api/context.ts';
import { explain } from '../api/problem.ts';
import { useRead } from '../api/queries.ts';
import { showAnswer } from '../live/read-again.ts';
import type { Me } from './me.ts';

/** Changes something of one's own: shown at once, and taken back with a word where the server refuses it. */
export function useChangeMe<Given>(
  send: (given: Given) => Promise<Partial<Me>>,
  /** What it will be, until the server has said it. */
  shown: (given: Given) => Partial<Me>,
) {
  const { toasts } = useConsole();
  const queries = useQueryClient();
  const { queryKey } = useRead()(me, {});
  const keep = (part: Partial<Me>) => queries.setQueryData<Me>(queryKey, (before) => before && { ...before, ...part });
  return useMutation({
    mutationFn: send,
    onMutate: async (given) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Me>(queryKey);
      keep(shown(given));
      return before;
    },
    onSuccess: (part) => {
      const before = queries.getQueryData<Me>(queryKey);
      if (before) void showAnswer(queries, queryKey, { ...before, ...part });
    },
    onError: (error, _, before) => {
      if (before) queries.setQueryData(queryKey, before);
      toasts.show({ kind: 'error', ...explain(error) });
    },
  });
}
