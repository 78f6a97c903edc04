import { getSystemSetting, type KeptSetting, updateSystemSetting } from '@alo/contract';
import type { ComponentProps, FunctionComponent } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { PartForm } from './part-form.tsx';

export type SettingPart = FunctionComponent<{ setting: KeptSetting }>;

/** Some of the system settings. */
export function SettingForm({
  setting,
  ...part
}: { setting: KeptSetting } & Pick<ComponentProps<typeof PartForm<KeptSetting, object>>, 'fields' | 'children'>) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  return (
    <PartForm
      {...part}
      kept={setting}
      access={updateSystemSetting.access}
      schema={updateSystemSetting.body}
      result={getSystemSetting.result}
      send={async (body) => {
        await api(updateSystemSetting, { body });
        await invalidate(getSystemSetting);
      }}
    />
  );
}
