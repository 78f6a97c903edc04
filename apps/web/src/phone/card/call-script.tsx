import { scriptOfCalls } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';

import { Script } from '../../domain/scripts/script.tsx';
import { untilChanged, useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { useMe } from '../../kit/me/me.ts';
import type { CallOrigin, CustomerByPhone } from '../model/caller.ts';

/** What to say in a call, as the queue, the group or the number has it that it came by; nothing where there is no script. */
export function CallScript({
  of,
  customer,
  number,
}: {
  of: CallOrigin['script_of'];
  customer: CustomerByPhone['customer'];
  number: string;
}) {
  const me = useMe();
  const read = useRead();
  const { data } = useQuery({
    ...read(scriptOfCalls, { query: of ?? {} }),
    enabled: of !== null,
    ...untilChanged,
  });
  if (of === null || data === undefined || data.script === '') return null;
  return (
    <Script
      text={data.script}
      none=""
      customer={customer?.id ?? number}
      values={{
        'Tên khách': customer?.name,
        'Mã khách': customer?.code,
        'Số điện thoại': groupedPhone(customer?.phone ?? number),
        'Trạng thái hồ sơ': customer?.is_status,
        'Người phụ trách': customer?.user_name ?? undefined,
        'Tên tôi': me?.name,
      }}
    />
  );
}
