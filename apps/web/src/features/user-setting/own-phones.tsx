import { addOwnPhone, endOwnPhone, mostOwnPhones, ownPhones, renewOwnPhone } from '@alo/contract';
import { Stack, State, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { AddPhone } from '../../domain/phone-setup/add-phone.tsx';
import { PhoneActions } from '../../domain/phone-setup/phone-actions.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { useRead } from '../../kit/api/queries.ts';
import { useMay, useOwnExtension } from '../../kit/me/me.ts';

/** The phones that somebody sets up for their own extension, beside the browser. */
export function OwnPhones() {
  const { api, changes } = useConsole();
  const may = useMay();
  const extension = useOwnExtension();
  const mine = may('devices.own') && extension !== '';
  const read = useRead();
  const { data } = useQuery({ ...read(ownPhones, {}), enabled: mine });
  if (!mine) {
    return (
      <State drawing="empty" title="Chưa cài được">
        {may('devices.own')
          ? 'Tài khoản này chưa có máy nhánh.'
          : 'Vai trò của bạn chưa được tự cài điện thoại. Hãy nhờ quản trị viên cài giúp.'}
      </State>
    );
  }
  if (data === undefined) return null;
  const onChanged = () => changes.stale('devices');
  return (
    <Stack>
      <p>
        Điện thoại bàn hoặc phần mềm trên máy khác đổ chuông cùng trình duyệt này. Mất máy thì thu hồi mật khẩu ngay.
      </p>
      {data.data.length > 0 && (
        <ul>
          {data.data.map(({ id, name, registered }) => (
            <li key={id}>
              {name}{' '}
              <Status tone={registered ? 'ready' : 'offline'}>{registered ? 'Đã đăng ký' : 'Chưa đăng ký'}</Status>
              <PhoneActions
                renew={() => api(renewOwnPhone, { params: { id } })}
                end={() => api(endOwnPhone, { params: { id } })}
                onChanged={onChanged}
              />
            </li>
          ))}
        </ul>
      )}
      {data.data.length < mostOwnPhones && <AddPhone add={(body) => api(addOwnPhone, { body })} onAdded={onChanged} />}
    </Stack>
  );
}
