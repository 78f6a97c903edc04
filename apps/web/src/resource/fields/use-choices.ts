import type { Choice } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';

import { useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import type { ChoicesEndpoint, NameEndpoint } from './endpoints.ts';

/** Every choice of a picker; these lists are short (a thousand at most). */
export function useChoices(endpoint: ChoicesEndpoint): { list: readonly Choice[]; loading: boolean; refused: boolean } {
  const read = useRead();
  const { data, isLoading, isError } = useQuery({
    ...read(endpoint, { query: paged(endpoint) ? { per_page: 1000, sort: 'name' } : {} }),
    staleTime: 60_000,
  });
  return { list: data?.data.map(asChoice) ?? [], loading: isLoading, refused: isError };
}

/** The name of a row among so many that it is asked for alone. */
export function useName(one: NameEndpoint, id: string | null | undefined): string | undefined {
  const read = useRead();
  return useQuery({ ...read(one, { params: { id: id ?? '' } }), enabled: Boolean(id), staleTime: 60_000 }).data?.name;
}

/** What has a number is called by it as well: `101 · Lan`. */
export const asChoice = ({ id, name, number }: { id: string; name: string; number?: string }): Choice => ({
  value: id,
  label: [number === undefined ? '' : groupedPhone(number), name].filter(Boolean).join(' · '),
});

export const nameIn = (list: readonly Choice[], id: string): string =>
  list.find(({ value }) => value === id)?.label ?? '…';

/** Some of these calls answer everything they have, and know no pages. */
const paged = ({ query }: ChoicesEndpoint) => query instanceof z.ZodObject && 'per_page' in query.shape;
