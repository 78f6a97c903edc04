import { ChoiceList } from '@alo/ui';

import type { Field } from '../../resource/fields/field.ts';
import { text } from '../../resource/fields/text.tsx';
import { TagName } from './tags.tsx';
import { useTags } from './use-tags.ts';

/** A tag by its id, as a filter: also one that is chosen no more, which calls of before have. */
export function tagField(label: string): Field<string> {
  return {
    ...text(label),
    Show: function ShownTag({ value }) {
      const tags = useTags();
      return value ? (tags?.find(({ id }) => id === value)?.name ?? '…') : '–';
    },
    Choose: function TagChoices({ value, onChoose }) {
      const tags = useTags() ?? [];
      if (tags.length === 0) return <p>Công ty chưa có nhãn nào.</p>;
      return (
        <ChoiceList
          label={label}
          choices={tags.map((tag) => ({ value: tag.id, label: <TagName tag={tag} /> }))}
          value={value}
          onChoose={onChoose}
        />
      );
    },
  };
}
