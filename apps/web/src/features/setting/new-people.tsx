import { roles } from '@alo/contract';
import { SwitchField } from '@alo/ui';

import { ReferenceControl } from '../../resource/fields/reference-controls.tsx';

interface RoleProps {
  label: string;
  hint: string;
  value: string | null;
  error: string | undefined;
  onChange: (role: string | null) => void;
}

/** Which role people have whom another system adds. */
export const RoleOfNewPeople = ({ error, onChange, ...shown }: RoleProps) => (
  <ReferenceControl
    name="role_id"
    required
    disabled={false}
    onBlur={() => undefined}
    choices={roles.list}
    problems={error === undefined ? {} : { '': error }}
    onChange={(role) => onChange(role ?? null)}
    {...shown}
  />
);

interface Values {
  readonly create_people: boolean;
  readonly role_id: string | null;
}

/** Whether whoever signs in by another system gets an account of ours, and in which role. */
export function NewPeople({
  values,
  set,
  errors,
}: {
  values: Values;
  set: (change: Partial<Values>) => void;
  errors: Readonly<Record<string, string | undefined>>;
}) {
  return (
    <>
      <SwitchField
        label="Tạo tài khoản ở lần đăng nhập đầu"
        hint="Ai có email cùng tên miền với đồng nghiệp mà chưa có tài khoản sẽ được tạo, với vai trò dưới đây và trong số chỗ của công ty."
        value={values.create_people}
        onChange={(create_people) => set({ create_people })}
      />
      {values.create_people && (
        <RoleOfNewPeople
          label="Vai trò"
          hint="Vai trò của người mới; đổi được sau ở trang Tài khoản."
          value={values.role_id}
          error={errors['role_id']}
          onChange={(role_id) => set({ role_id })}
        />
      )}
    </>
  );
}
