import { type CallRight, callRightLabels } from '@alo/contract';
import { SwitchField } from '@alo/ui';
import { lazy, Suspense } from 'react';

import { several } from '../../resource/fields/choices.tsx';
import type { Field } from '../../resource/fields/field.ts';

/** Lists show these rights too, and do not ask. */
const ClosedClasses = lazy(() => import('./closed-classes.tsx'));

const all = Object.keys(callRightLabels) as CallRight[];

/** What somebody may call; nothing is chosen where the rule of whoever stands above them holds. */
export function callRights(label: string, above: string): Field<CallRight[]> {
  const chosen = several(label, callRightLabels, { hint: 'Số khẩn cấp luôn gọi được.' });
  return {
    ...chosen,
    blank: null,
    Control: (props) => (
      <>
        <SwitchField
          label={`Giới hạn riêng (đang tắt: ${above})`}
          disabled={props.disabled}
          value={props.value !== null && props.value !== undefined}
          onChange={(own) => props.onChange(own ? all : null)}
        />
        {props.value && (
          <>
            <chosen.Control {...props} hint="Số khẩn cấp luôn gọi được." />
            <Suspense>
              <ClosedClasses chosen={props.value} />
            </Suspense>
          </>
        )}
      </>
    ),
    saysEmpty: true,
    Show: ({ value }) => (value ? <chosen.Show value={value} /> : above),
  };
}
