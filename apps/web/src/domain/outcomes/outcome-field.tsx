import { ChoiceList, Swatch } from '@alo/ui';

import type { Field } from '../../resource/fields/field.ts';
import { text } from '../../resource/fields/text.tsx';
import { useOutcomes } from './use-outcomes.ts';

/** An outcome by its word, as a filter: also one that is chosen no more, which calls of before have. */
export function outcomeField(label: string): Field<string> {
  return {
    ...text(label),
    Show: function OutcomeName({ value }) {
      const outcomes = useOutcomes();
      return value ? (outcomes?.find(({ code }) => code === value)?.name ?? '…') : '–';
    },
    Choose: function OutcomeChoices({ value, onChoose }) {
      const outcomes = useOutcomes() ?? [];
      return (
        <ChoiceList
          label={label}
          choices={outcomes.map(({ code, name, colour }) => ({
            value: code,
            label: (
              <>
                <Swatch colour={colour} /> {name}
              </>
            ),
          }))}
          value={value}
          onChoose={onChoose}
        />
      );
    },
  };
}
