import { type DestinationValue, destinationOptions, isTyped, messages } from '@alo/contract';
import type { Choice } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { ApiProblem } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';

/** So many are offered at once; more are found by words. */
const offered = 50;

/** What there is of a type, by words. */
export function useDestinations(type: DestinationValue['type'], search: string) {
  const read = useRead();
  const { data, error, isFetching } = useQuery({
    ...read(destinationOptions, { query: { type, search, limit: offered } }),
    enabled: !isTyped(type),
    placeholderData: keepPreviousData,
  });
  return {
    found: data?.data.filter((each) => each.type === type).map(asChoice) ?? [],
    loading: isFetching,
    refused: error instanceof ApiProblem ? messages.destinationFetch(error.status) : undefined,
  };
}

/** What a destination is called; undefined until it is known. */
export function useDestinationName(value: DestinationValue | null | undefined): string | undefined {
  const read = useRead();
  const asked = value !== null && value !== undefined && !isTyped(value.type) && value.value !== '';
  const { data } = useQuery({
    ...read(destinationOptions, { query: asked ? { type: value.type, value: value.value, limit: 1 } : {} }),
    enabled: asked,
    staleTime: 60_000,
  });
  return data && (data.data[0]?.name ?? '');
}

const asChoice = ({ name, value }: { name: string; value: string }): Choice => ({ value, label: name });
