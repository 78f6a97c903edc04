import { devices } from '@alo/contract';
import { Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';

/** The desk phones of an extension; they are set up on their own screen. */
export function Devices({ extensionId }: { extensionId: string }) {
  const may = useMay();
  const read = useRead();
  const { data } = useQuery({
    ...read(devices.list, { query: { extension_id: extensionId, per_page: 100 } }),
    enabled: may('devices.view'),
  });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section>
      <h3>Điện thoại bàn</h3>
      <ul>
        {data.data.map(({ id, name, username, registered }) => (
          <li key={id}>
            {name} ({username}){' '}
            <Status tone={registered ? 'ready' : 'offline'}>{registered ? 'Đã đăng ký' : 'Chưa đăng ký'}</Status>
          </li>
        ))}
      </ul>
    </section>
  );
}
