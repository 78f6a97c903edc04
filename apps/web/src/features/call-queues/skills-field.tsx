import { TextField } from '@alo/ui';
import { useState } from 'react';

import { inParts } from '../../resource/fields/codecs.ts';
import { type Field, type FieldOptions, labelled } from '../../resource/fields/field.ts';
import { fieldError } from '../../resource/fields/problems.ts';

type Skills = Record<string, number>;

const best = 100;

/** `tiếng Anh 80, vip` → levels by name; a skill without a level is had in full. */
export function skillsOf(text: string): Skills {
  return Object.fromEntries(
    text.split(',').flatMap((part) => {
      const [, name = '', level] = /^\s*(.*?)\s*:?\s*(\d+)?\s*$/.exec(part) ?? [];
      return name === '' ? [] : [[name, level === undefined ? best : Number(level)]];
    }),
  );
}

export const skillsText = (skills: Skills): string =>
  Object.entries(skills)
    .map(([name, level]) => `${name} ${level}`)
    .join(', ');

/** What somebody can, and how well, in one line. */
export const skills = (label: string, options: FieldOptions = {}): Field<Skills> =>
  labelled(label, options, {
    ...inParts(skillsText),
    blank: {},
    Control: function SkillsControl({ value, onChange, problems, ...field }) {
      // What is being written is not put into order under the hand that writes it.
      const [text, setText] = useState(() => skillsText(value ?? {}));
      return (
        <TextField
          {...field}
          error={fieldError(problems)}
          placeholder="tiếng Anh 80, vip 50"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            onChange(skillsOf(event.target.value));
          }}
        />
      );
    },
    Show: ({ value }) => skillsText(value ?? {}) || '–',
  });
