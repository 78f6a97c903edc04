import { callsToReturn, callsToReturnFigures, claimCallToReturn, letGoCallToReturn } from '@alo/contract';
import { useMutation } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';

/** Reads again who is still to be called. */
export function useReadAgain(): () => void {
  const invalidate = useInvalidate();
  return () => void invalidate(callsToReturn, callsToReturnFigures);
}

/** Takes a customer on, and lets them go. Whoever was slower than a colleague is told so, and sees whose it is. */
export function useClaims() {
  const { api, toasts } = useConsole();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ id, to }: { id: string; to: 'claimed' | 'free' }) =>
      api(to === 'claimed' ? claimCallToReturn : letGoCallToReturn, { params: { id } }),
    onSettled: readAgain,
    onError: (error) =>
      toasts.show(
        error instanceof ApiProblem && error.status === 409
          ? { kind: 'error', text: 'Đồng nghiệp vừa nhận khách này' }
          : { kind: 'error', ...explain(error) },
      ),
  });
}
