import { type Scope, scopeLabels } from '@alo/contract';
import { useId } from 'react';

import { oneOf } from '../../resource/fields/choices.tsx';
import { type Field } from '../../resource/fields/field.ts';
import { fieldError } from '../../resource/fields/problems.ts';
import styles from './roles.module.css';

/** What each scope comes to for somebody who has it. */
const meanings: Readonly<Record<Scope, string>> = {
  own: 'Chỉ cuộc gọi, khách hàng và ghi âm của chính mình.',
  team: 'Của mọi người cùng nhóm. Ai không thuộc nhóm nào thì chỉ thấy của mình.',
  department: 'Của mọi người trong phòng ban, gồm tất cả các nhóm của phòng.',
  branch: 'Của mọi người trong các phòng ban thuộc cùng chi nhánh.',
  all: 'Của toàn công ty.',
};

/** Whose rows people of a role see, with what that means. */
export const scopeField: Field<Scope> = {
  ...oneOf('Phạm vi dữ liệu', scopeLabels, { blank: 'own' }),
  Control: function ScopeControl({ label, value, onChange, onBlur, disabled, problems }) {
    const name = useId();
    const error = fieldError(problems);
    return (
      <fieldset className={styles.scopes}>
        <legend>{label}</legend>
        <p className={styles.help}>
          Hạn chế cuộc gọi, ghi âm, báo cáo và màn hình trực tiếp mà người có vai trò này thấy.
        </p>
        {(Object.entries(scopeLabels) as [Scope, string][]).map(([scope, words]) => (
          <label key={scope} className={styles.scope}>
            <input
              type="radio"
              name={name}
              checked={value === scope}
              disabled={disabled}
              onChange={() => onChange(scope)}
              onBlur={onBlur}
            />
            <span>
              {words}
              <small>{meanings[scope]}</small>
            </span>
          </label>
        ))}
        {error !== undefined && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
      </fieldset>
    );
  },
};
