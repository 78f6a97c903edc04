import {
  allAccount,
  calibrationCallsAtMost,
  calibrations,
  calibrationsOfCall,
  openCalibration,
  scoreSheetChoices,
} from '@alo/contract';
import { firstControl, focusGently } from '@alo/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { onceEach } from '../../kit/api/once-each.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import type { AnyFields } from '../../resource/fields/field.ts';
import { number } from '../../resource/fields/numbers.tsx';
import { reference, references } from '../../resource/fields/references.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { FormFields } from '../../resource/form/form-fields.tsx';
import formStyles from '../../resource/form/resource.module.css';
import { SaveBar } from '../../resource/form/save-bar.tsx';
import { Unsaved } from '../../resource/form/unsaved.tsx';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { useNetwork } from '../../resource/form/use-network.ts';
import type { Section } from '../../resource/model/resource.ts';
import { Page, Surface } from '../../resource/page/page.tsx';
import { recordedCalls } from './calls-field.tsx';

// Fields of different values beside one another; each is given its own.
const fields = {
  name: text('Tên buổi', { placeholder: 'Hiệu chuẩn tháng 12' }),
  sheet_id: reference('Phiếu chấm điểm', scoreSheetChoices),
  call_ids: recordedCalls('Cuộc gọi', calibrationCallsAtMost),
  scorer_ids: references('Người chấm', allAccount, {
    hint: 'Ít nhất hai người có quyền chấm điểm và nghe ghi âm, không phải nhân viên của cuộc gọi.',
  }),
  tolerance_percent: number('Lệch bao nhiêu vẫn coi là khớp', {
    unit: '%',
    blank: 0,
    hint: '0: phải trả lời giống hệt. 25: lệch một nấc của thang 1–5 vẫn khớp.',
  }),
  note: textarea('Ghi chú cho người chấm'),
} as unknown as AnyFields;

const sections: readonly Section[] = [
  {
    title: 'Chấm gì',
    help: 'Vài cuộc gọi có ghi âm, theo phiếu như nó đang có. Điểm ở đây không tính cho nhân viên.',
    fields: ['name', 'sheet_id', 'call_ids'],
  },
  {
    title: 'Ai chấm',
    help: 'Mỗi người chấm riêng ở trang cuộc gọi; không ai thấy điểm của người khác cho tới khi đóng buổi.',
    fields: ['scorer_ids', 'tolerance_percent', 'note'],
  },
];

/** /calibration/open: some calls, a sheet, and those who score. A call may come along in the address. */
export default function CalibrationFormPage() {
  const { api } = useConsole();
  const navigate = useNavigate();
  const network = useNetwork();
  const invalidate = useInvalidate();
  const { call } = useSearch({ strict: false });
  const [once] = useState(onceEach);
  const [blank] = useState(() => ({
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.blank])),
    call_ids: typeof call === 'string' ? [call] : [],
  }));
  const form = useContractForm({
    schema: openCalibration.body,
    values: blank,
    ready: network.ready,
    send: (body) => once(body, (key) => api(openCalibration, { body, key })),
    saved: 'Đã mở buổi hiệu chuẩn. Người chấm được báo ở chuông.',
    onSaved: async ({ id }) => {
      await invalidate(calibrations, calibrationsOfCall);
      await navigate({ to: '/calibration/view/$id', params: { id }, ignoreBlocker: true });
    },
  });
  const { ref } = form.props;
  useEffect(() => focusGently(firstControl(ref.current)), [ref]);
  return (
    <Page title="Mở buổi hiệu chuẩn" width="form">
      <Surface>
        <form {...form.props} className={formStyles.host}>
          <div className={formStyles.form}>
            <FormFields
              fields={fields}
              sections={sections}
              schema={openCalibration.body}
              values={form.values}
              onChange={(name, value) => form.set({ [name]: value })}
              problems={form.problems}
              disabled={() => false}
            />
          </div>
          <SaveBar
            noun="buổi hiệu chuẩn"
            readOnly={false}
            isDirty={form.isChanged}
            busy={form.busy}
            network={network}
            onCancel={() => void navigate({ to: '/calibrations', search: {} })}
          />
          <Unsaved form={form} always />
        </form>
      </Surface>
    </Page>
  );
}
