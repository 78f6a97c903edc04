import { type Access, isAllowed, licencesAt, me, type ResultOf } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';

import { useConsole } from '../api/context.ts';
import { useRead } from '../api/queries.ts';

export type Me = ResultOf<typeof me>;

/** The signed-in person as the server knows it now; undefined until the first answer. */
export function useMe(): Me | undefined {
  const read = useRead();
  // Parts of a page come and go with each call; that something of it has changed is told.
  return useQuery({ ...read(me, {}), staleTime: 60_000, refetchOnMount: false }).data;
}

/** Whether the person may use something: the rule of the specification §6, with the role as the server last told it. */
export function useMay(): (access: Access) => boolean {
  const { session } = useConsole();
  const known = useMe();
  const role = known?.roles[0] ?? session.user;
  return (access) =>
    isAllowed(
      role && {
        ...role,
        licences: known ? licencesAt(known.features, Date.now()) : [],
        operates: known?.operates ?? false,
      },
      access,
    );
}

/** One's own extension; '' without one. */
export const useOwnExtension = (): string => useMe()?.softphone?.extentions_number ?? '';
