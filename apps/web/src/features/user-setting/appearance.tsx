import { ChoiceField, type Density, Quiet, Stack } from '@alo/ui';
import { usePreferences } from '../../kit/me/use-preferences.ts';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { useDensity } from '../../resource/list/use-density.ts';

const densities = { tight: 'Gọn', normal: 'Vừa', airy: 'Thoáng' } as const satisfies Record<Density, string>;
const schemes = { light: 'Nền sáng', dark: 'Nền tối', auto: 'Theo máy' } as const;

/** How the console looks, wherever the person signs in. */
export function Appearance() {
  const [{ scheme }, change] = usePreferences();
  const [density, setDensity] = useDensity();
  return (
    <Stack gap={18} narrow>
      <ChoiceField
        label="Nền"
        choices={choicesOf(schemes)}
        value={scheme}
        onChange={(value) => change({ scheme: value === 'dark' || value === 'light' ? value : 'auto' })}
      />
      <ChoiceField
        label="Độ cao dòng trong danh sách"
        choices={choicesOf(densities)}
        value={density}
        onChange={(value) => setDensity(value === 'tight' || value === 'airy' ? value : 'normal')}
      />
      <Quiet>Được lưu theo tài khoản: đăng nhập ở máy nào cũng vậy.</Quiet>
    </Stack>
  );
}
