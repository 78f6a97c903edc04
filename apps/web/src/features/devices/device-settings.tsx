import { endDevice, renewDevice } from '@alo/contract';

import { PhoneActions } from '../../domain/phone-setup/phone-actions.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { useMay } from '../../kit/me/me.ts';

/** How a device is set up, and the end of it. */
export function SetUpOrDelete({ id }: { id: string }) {
  const { api, changes } = useConsole();
  const may = useMay();
  if (!may('devices.update')) return null;
  return (
    <PhoneActions
      renew={() => api(renewDevice, { params: { id } })}
      end={() => api(endDevice, { params: { id } })}
      onChanged={() => changes.stale('devices')}
    />
  );
}
