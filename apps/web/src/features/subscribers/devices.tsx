import { devices, endDevice, renewDevice } from '@alo/contract';
import { Stack, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { AddPhone } from '../../domain/phone-setup/add-phone.tsx';
import { PhoneActions } from '../../domain/phone-setup/phone-actions.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';

/** The desk and soft phones of an extension, and how they are set up. */
export function DevicesOfExtension({ extensionId }: { extensionId: string }) {
  const { api, changes } = useConsole();
  const may = useMay();
  const read = useRead();
  const { data } = useQuery({
    ...read(devices.list, { query: { extension_id: extensionId, per_page: 100 } }),
    enabled: may('devices.view'),
  });
  const onChanged = () => changes.stale('devices');
  const mayAdd = may('devices.create');
  if (data === undefined || (data.data.length === 0 && !mayAdd)) return null;
  return (
    <Stack as="section">
      <h2>Điện thoại bàn</h2>
      {data.data.length > 0 && (
        <ul>
          {data.data.map(({ id, name, username, registered }) => (
            <li key={id}>
              {name} ({username}){' '}
              <Status tone={registered ? 'ready' : 'offline'}>{registered ? 'Đã đăng ký' : 'Chưa đăng ký'}</Status>
              {may('devices.update') && (
                <PhoneActions
                  renew={() => api(renewDevice, { params: { id } })}
                  end={() => api(endDevice, { params: { id } })}
                  onChanged={onChanged}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <AddPhone
          add={(body) => api(devices.create, { body: { ...body, extension_id: extensionId } })}
          onAdded={onChanged}
        />
      )}
    </Stack>
  );
}
