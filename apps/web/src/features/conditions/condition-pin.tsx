import { type conditions, type RowOf, setConditionPin } from '@alo/contract';
import { PinForm } from '../../domain/pins/pin-form.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { useMay } from '../../kit/me/me.ts';

const hint = {
  set: 'Hỏi khi bấm mã ngày/đêm trên điện thoại.',
  unset: 'Chưa có mã: ai bấm mã ngày/đêm cũng chuyển được.',
};

/** The PIN by which a condition that has a code is turned by phone. */
export function ConditionPin({ row }: { row: RowOf<typeof conditions> }) {
  const { api, changes } = useConsole();
  const may = useMay()(setConditionPin.access);
  if (!may || !row.code) return null;
  return (
    <PinForm
      schema={setConditionPin.body}
      hasPin={row.has_pin}
      hint={hint}
      onSave={async (body) => {
        await api(setConditionPin, { params: { id: row.id }, body });
        await changes.stale('conditions');
      }}
    />
  );
}
