import { actionLabel, type Permission, permissionLabel, permissions, type Screen, screens } from '@alo/contract';
import { lazy, Suspense } from 'react';

import { listAddress, oneOfCodec } from '../../resource/fields/codecs.ts';
import { type Field, type FieldOptions, labelled } from '../../resource/fields/field.ts';
import { allScreens, permissionsOf } from './matrix.ts';
import styles from './permissions.module.css';

/** The matrix comes with the form; who only looks through the list needs none. */
const MatrixControl = lazy(async () => ({ default: (await import('./matrix-control.tsx')).MatrixControl }));

const words = Object.fromEntries(permissions.map((name) => [name, permissionLabel(name)])) as Record<
  Permission,
  string
>;
const { address, sheet } = oneOfCodec(words);

/** What somebody or something may do: everything there is, but for what stands in `but`. */
export const permissionList = (
  label: string,
  { but = [], ...options }: FieldOptions & { but?: readonly Screen[] } = {},
): Field<Permission[]> =>
  labelled(label, options, {
    blank: [],
    wide: true,
    address: listAddress(address),
    sheet: {
      write: (list, names) => list.map((one) => sheet.write(one, names)).join(', '),
      read: () => undefined,
      expects: 'danh sách quyền',
    },
    Control: (props) => (
      <Suspense>
        <MatrixControl {...props} but={but} />
      </Suspense>
    ),
    Show: ({ value }) => {
      const held = new Set<string>(value);
      const shown = allScreens.flatMap((screen) => {
        const names = permissionsOf(screen).filter((name) => held.has(name));
        return names.length === 0 ? [] : [{ screen, names }];
      });
      if (shown.length === 0) return '–';
      return (
        <ul className={styles.summary}>
          {shown.map(({ screen, names }) => (
            <li key={screen}>
              <b>{screens[screen].label}</b>: {names.map(actionLabel).join(', ')}
            </li>
          ))}
        </ul>
      );
    },
  });
