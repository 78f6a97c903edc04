import { allDepartment, allTeam, queueAll } from '@alo/contract';
import { ChoiceList } from '@alo/ui';

import type { ChoicesEndpoint } from '../../resource/fields/endpoints.ts';
import type { Field } from '../../resource/fields/field.ts';
import { only } from '../../resource/fields/filters.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { useChoices } from '../../resource/fields/use-choices.ts';

/** One of some, or that there is none. */
export function referenceOrNone(label: string, choices: ChoicesEndpoint, none: string): Field<string> {
  const plain = reference(label, choices);
  return {
    ...plain,
    Show: ({ value }) => (value === 'none' ? none : <plain.Show value={value} />),
    Choose: function Choices({ value, onChoose }) {
      const { list } = useChoices(choices);
      return (
        <ChoiceList
          label={label}
          choices={[...list, { value: 'none', label: none }]}
          value={value}
          onChoose={onChoose}
        />
      );
    },
  };
}

/** Calls by where those of ours are who had them. */
export const callPlaces = [
  only('department_id', referenceOrNone('Phòng ban', allDepartment, 'Chưa có phòng ban')),
  only('team_id', referenceOrNone('Nhóm', allTeam, 'Chưa có nhóm')),
];

/** Calls by the queue that they were in. */
export const callQueue = only('queue_id', reference('Hàng đợi', queueAll));
