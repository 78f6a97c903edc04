import type { MyCall, ResultOf, RingingCall } from '@alo/contract';
import { customerByPhone } from '@alo/contract';
import type { Party } from '@alo/softphone';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { prefixed } from '../../kit/format/prefixed.ts';

export type CustomerByPhone = ResultOf<typeof customerByPhone>;

/** How a call came, as far as the switchboard has told. */
export type CallOrigin = Pick<
  MyCall | RingingCall,
  | 'name_prefix'
  | 'through'
  | 'script_of'
  | 'hotline'
  | 'hotline_name'
  | 'project'
  | 'path'
  | 'started_at'
  | 'answered_at'
> &
  // What rings for somebody who waits is not called by us.
  Partial<Pick<MyCall, 'direction' | 'handed_over' | 'consulted' | 'since'>>;

/** Who is at the other end, as well as it is known at the moment. */
export interface Caller {
  /** The customer's or colleague's name, else the number. */
  readonly title: string;
  /** The number in groups; '' where the title is the number. */
  readonly number: string;
  /** Undefined until the server has answered, and for colleagues. */
  readonly found: CustomerByPhone | undefined;
}

/** What the switchboard, and whoever takes the call, have said of the caller. */
interface Known {
  /** The customer whom one chose, among several who may be calling. */
  readonly chosen?: string | undefined;
  /** Before the name, as the inbound rule has it. */
  readonly prefix?: string | undefined;
  /** The switchboard tells of the call: whoever has it may be told of the caller. */
  readonly told?: boolean | undefined;
}

/** What is known from a call before stands there at once, and is read once for each call (`useCallerNews`), whatever of it is shown where. */
const untilNextCall = { staleTime: Number.POSITIVE_INFINITY } as const;

/** An answer that was under way says what was true before. */
const asksAtMost = 2;

/** Extensions are colleagues; the customers are not asked for them. */
const extension = /^\d{2,6}$/;

/** Looks the number up as soon as it is there, so that the name stands in the window while it still rings. */
export function useCaller(party: Party | null, { chosen, prefix = '', told = false }: Known = {}): Caller {
  const read = useRead();
  const number = party?.number ?? '';
  const isCustomer = number !== '' && !extension.test(number);
  const {
    data: first,
    dataUpdatedAt,
    refetch,
  } = useQuery({
    ...read(customerByPhone, { query: { phone: number } }),
    enabled: isCustomer,
    ...untilNextCall,
  });
  // The phone may hear of a call a moment before the switchboard has it: then there is more to tell.
  const mayFollow = first?.may_follow === true;
  const asks = useRef(0);
  useEffect(() => {
    if (!told) asks.current = 0;
    else if (dataUpdatedAt > 0 && mayFollow && asks.current < asksAtMost) {
      asks.current += 1;
      void refetch({ cancelRefetch: false });
    }
  }, [told, mayFollow, dataUpdatedAt, refetch]);
  const { data: other } = useQuery({
    ...read(customerByPhone, { query: { phone: number, chosen } }),
    enabled: isCustomer && chosen !== undefined,
    ...untilNextCall,
  });
  const found = other ?? first;
  const shown = groupedPhone(number);
  const name = found?.customer?.name || ownName(party, prefix);
  return name === ''
    ? { title: prefixed(prefix, shown || 'Số ẩn'), number: '', found }
    : { title: prefixed(prefix, name), number: shown, found };
}

/** The switch has said the prefix already, before the number where there is no name. */
function ownName(party: Party | null, prefix: string): string {
  const name = party?.name ?? '';
  if (prefix === '' || !name.startsWith(`${prefix}: `)) return name;
  const bare = name.slice(prefix.length + 2);
  return bare === party?.number || party?.number === '' ? '' : bare;
}
