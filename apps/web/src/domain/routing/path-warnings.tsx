import { pathWarnings } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import { Warnings } from '../../resource/page/warnings.tsx';

/** What callers would stumble over in one part of the ways that calls take. */
export function PathWarnings({ id }: { id: string }) {
  const read = useRead();
  const { data } = useQuery({ ...read(pathWarnings, {}), staleTime: 60_000 });
  return <Warnings words={data?.data.find((part) => part.id === id)?.words ?? []} />;
}

/** The name of a part in its list, with what is odd about it below. */
export const warnedName = (name: string, { id }: { id: string }) => (
  <>
    {name}
    <PathWarnings id={id} />
  </>
);
