import { SelectField } from '@alo/ui';
import { useState } from 'react';

import type { AidProps } from '../../resource/model/resource.ts';
import { carrierPresets, presetStandings } from './carrier-presets.ts';

const choices = Object.entries(carrierPresets).map(([value, { name }]) => ({ value, label: name }));

/** Fills the form as a carrier or gateway usually wants it. What is filled in is saved like anything that was typed. */
export function CarrierManner({ fill, disabled }: AidProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const preset = chosen === null ? undefined : carrierPresets[chosen];
  return (
    <SelectField
      label="Điền theo mẫu"
      hint={
        preset === undefined
          ? 'Điền cả giao thức, cách viết số, báo số gọi và mã âm thanh ở các mục khác; sửa lại được.'
          : `${presetStandings[preset.standing]} ${preset.advice}`
      }
      choices={choices}
      value={chosen}
      disabled={disabled}
      onChange={(value) => {
        setChosen(value);
        const values = value === null ? undefined : carrierPresets[value]?.values;
        if (values !== undefined) fill(values);
      }}
    />
  );
}
