import { lazy } from 'react';

import { asWritten } from '../../resource/fields/codecs.ts';
import { type Field, type FieldOptions, labelled } from '../../resource/fields/field.ts';
import { SoundPlayer } from './sound-player.tsx';

const SoundControl = lazy(async () => ({ default: (await import('./sound-control.tsx')).SoundControl }));

/** A sound that one brings, says into the browser, or has spoken. The value is its id. */
export const sound = (label: string, options: FieldOptions = {}): Field<string> =>
  labelled(label, options, {
    address: asWritten,
    sheet: { ...asWritten, read: () => undefined, expects: 'âm thanh được thêm trên màn hình' },
    blank: null,
    Control: (props) => <SoundControl {...props} />,
    Show: ({ value }) => (value ? <SoundPlayer id={value} /> : '–'),
  });
