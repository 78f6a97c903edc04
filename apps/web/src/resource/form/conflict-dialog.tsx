import { Button, Dialog, DialogActions } from '@alo/ui';
import { useState } from 'react';

import type { ShownFields } from '../fields/field.ts';
import { type Difference, differences, merged, type Side } from './merge.ts';
import styles from './resource.module.css';

export interface Conflict<Theirs extends { version: number }> {
  base: Record<string, unknown>;
  mine: Record<string, unknown>;
  theirs: Theirs;
}

interface Asked<Theirs extends { version: number }> {
  conflict: Conflict<Theirs>;
  fields: ShownFields;
  busy: boolean;
  onResolve: (values: Record<string, unknown>, current: Theirs) => void;
  onClose: () => void;
}

/** Two people changed the same row: both versions side by side, field by field, and the person chooses. */
export const ConflictDialog = <Theirs extends { version: number }>({
  conflict,
  ...asked
}: Omit<Asked<Theirs>, 'conflict'> & { conflict: Conflict<Theirs> | undefined }) => (
  <Dialog
    opened={conflict !== undefined}
    onClose={asked.onClose}
    title="Dữ liệu vừa được người khác thay đổi"
    width={680}
  >
    {conflict && <Choices key={conflict.theirs.version} conflict={conflict} {...asked} />}
  </Dialog>
);

function Choices<Theirs extends { version: number }>({ conflict, fields, busy, onResolve, onClose }: Asked<Theirs>) {
  const { base, mine, theirs } = conflict;
  const [found, setFound] = useState<readonly Difference[]>(() => differences(Object.keys(fields), base, mine, theirs));
  const choose = (name: string, chosen: Side) =>
    setFound(found.map((each) => (each.name === name ? { ...each, chosen } : each)));
  return (
    <>
      <p>
        {found.length === 0
          ? 'Hai bản giống nhau ở mọi ô, bạn có thể lưu tiếp.'
          : 'Chọn giá trị muốn giữ ở từng ô. Ô chỉ một người sửa đã được chọn sẵn.'}
      </p>
      {found.length > 0 && (
        <table className={styles.conflict}>
          <thead>
            <tr>
              <th scope="col">Ô</th>
              <th scope="col">Bạn đã sửa</th>
              <th scope="col">Bản mới nhất</th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ name, chosen, ...sides }) => {
              const field = fields[name];
              if (!field) return null;
              return (
                <tr key={name}>
                  <th scope="row">{field.label}</th>
                  {(['mine', 'theirs'] as const).map((side) => (
                    <td key={side}>
                      <label>
                        <input
                          type="radio"
                          name={`keep-${name}`}
                          aria-label={`${field.label}: ${side === 'mine' ? 'giữ giá trị của bạn' : 'lấy bản mới nhất'}`}
                          checked={chosen === side}
                          onChange={() => choose(name, side)}
                        />
                        <span>
                          <field.Show value={sides[side]} />
                        </span>
                      </label>
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <DialogActions>
        <Button onClick={onClose}>Quay lại sửa</Button>
        <Button look="primary" busy={busy} onClick={() => onResolve(merged(mine, found), theirs)}>
          Lưu lựa chọn
        </Button>
      </DialogActions>
    </>
  );
}
