import { Button, Dialog, DialogActions } from '@alo/ui';
import { useState } from 'react';

import type { AnyFields } from '../fields/field.ts';
import { type Difference, differences, merged, type Side } from './merge.ts';
import styles from './resource.module.css';
import type { StoredRow } from './resource.ts';

export interface Conflict {
  base: Record<string, unknown>;
  mine: Record<string, unknown>;
  theirs: StoredRow;
}

/** Two people changed the same row: both versions side by side, field by field, and the person chooses. */
export function ConflictDialog({
  conflict,
  fields,
  busy,
  onResolve,
  onClose,
}: {
  conflict: Conflict | undefined;
  fields: AnyFields;
  busy: boolean;
  onResolve: (values: Record<string, unknown>, current: StoredRow) => void;
  onClose: () => void;
}) {
  return (
    <Dialog opened={conflict !== undefined} onClose={onClose} title="Dữ liệu vừa được người khác thay đổi" width={680}>
      {conflict && (
        <Choices
          key={conflict.theirs.version}
          conflict={conflict}
          fields={fields}
          busy={busy}
          onResolve={onResolve}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function Choices({
  conflict,
  fields,
  busy,
  onResolve,
  onClose,
}: Omit<Parameters<typeof ConflictDialog>[0], 'conflict'> & { conflict: Conflict }) {
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
