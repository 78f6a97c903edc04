import { type RowOf, setBoxPin, type voicemailBoxes } from '@alo/contract';
import { PinForm } from '../../domain/pins/pin-form.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { useMay } from '../../kit/me/me.ts';

const hint = {
  set: 'Hỏi khi nghe bằng điện thoại.',
  unset: 'Chưa có mã: chỉ máy của chính chủ mở được bằng *98.',
};

/** The PIN that opens a box by phone. */
export function BoxPin({ row }: { row: RowOf<typeof voicemailBoxes> }) {
  const { api, changes } = useConsole();
  if (!useMay()(setBoxPin.access)) return null;
  return (
    <PinForm
      schema={setBoxPin.body}
      hasPin={row.has_pin}
      hint={hint}
      onSave={async (body) => {
        await api(setBoxPin, { params: { id: row.id }, body });
        await changes.stale('voicemail-boxes');
      }}
    />
  );
}
