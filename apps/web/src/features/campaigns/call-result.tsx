import { networkResults } from '@alo/contract';
import { Swatch } from '@alo/ui';
import { lazy } from 'react';

import { useOutcomes } from '../../domain/outcomes/use-outcomes.ts';
import type { Field } from '../../resource/fields/field.ts';
import { fieldError } from '../../resource/fields/problems.ts';
import { text } from '../../resource/fields/text.tsx';

const SelectField = lazy(async () => ({ default: (await import('../../resource/fields/pickers.ts')).SelectField }));

const network = Object.entries(networkResults).map(([value, label]) => ({ value, label }));

/** What comes of a call of a campaign: what the network says, or an outcome of the company's own by its code. */
export const resultChoice = (label: string): Field<string> => ({
  ...text(label),
  Control: function ResultChoice({ value, onChange, problems, name: _name, ...field }) {
    const outcomes = useOutcomes() ?? [];
    const said = outcomes.filter(({ active, code }) => active || code === value);
    return (
      <SelectField
        {...field}
        error={fieldError(problems)}
        choices={[...network, ...said.map(({ code, name }) => ({ value: code, label: `Ghi “${name}”` }))]}
        value={value || null}
        onChange={onChange}
      />
    );
  },
  Show: function ResultName({ value }) {
    const its = useOutcomes()?.find(({ code }) => code === value);
    if (its !== undefined) {
      return (
        <>
          <Swatch colour={its.colour} /> Ghi “{its.name}”
        </>
      );
    }
    return network.find((one) => one.value === value)?.label ?? '–';
  },
});
