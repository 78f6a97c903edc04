import {
  addExtensionRange,
  allAccount,
  allExtensionGroup,
  devices,
  deviceTransports,
  extensions,
  mostInRange,
  numberAll,
  type ResultOf,
  rangeOutcomes,
  rangePhones,
} from '@alo/contract';
import { Button, DialogActions, IconDownload, Stack, Status } from '@alo/ui';
import { useState } from 'react';
import type { z } from 'zod';

import { useConsole } from '../../kit/api/context.ts';
import { onceEach } from '../../kit/api/once-each.ts';
import { explain } from '../../kit/api/problem.ts';
import { saveFile } from '../../kit/browser/save-file.ts';
import { count } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import type { AnyFields } from '../../resource/fields/field.ts';
import { number } from '../../resource/fields/numbers.tsx';
import { reference, references } from '../../resource/fields/references.tsx';
import { text } from '../../resource/fields/text.tsx';
import { FormFields } from '../../resource/form/form-fields.tsx';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import type { Section } from '../../resource/model/resource.ts';
import styles from './lines.module.css';
import { fileOfRange } from './range-file.ts';

type Body = z.output<typeof addExtensionRange.body>;
type Report = ResultOf<typeof addExtensionRange>;

const { udp, tcp, tls } = deviceTransports;

const fields = (mayAddPhones: boolean) => ({
  from: text('Từ số', { hint: '2 đến 8 chữ số, không đổi được về sau.' }),
  count: number('Bao nhiêu máy', { blank: 10, hint: `Nhiều nhất ${mostInRange} máy một lần.` }),
  name: text('Tên máy', { hint: 'Số máy đứng sau: “Máy nhánh 101”. Máy có người dùng mang tên người đó.' }),
  person_ids: references('Nhân viên, theo thứ tự', allAccount, {
    hint: 'Người đầu dùng máy đầu, người sau dùng máy sau; ai đang có máy khác sẽ thôi dùng máy đó.',
  }),
  extension_group_id: reference('Nhóm', allExtensionGroup),
  service_number_id: reference('Hotline gọi ra', numberAll),
  ...(mayAddPhones && {
    phones: oneOf('Điện thoại bàn', rangePhones, { blank: 'none' }),
    transport: oneOf('Giao thức', { udp, tcp, tls }, { blank: 'udp' }),
  }),
});

const sections = (mayAddPhones: boolean): readonly Section[] => [
  { title: 'Số', fields: [['from', 'count'], 'name'] },
  { title: 'Của ai', fields: ['person_ids', ['extension_group_id', 'service_number_id']] },
  ...(mayAddPhones
    ? [
        {
          title: 'Điện thoại',
          help: 'Mỗi điện thoại có mật khẩu riêng, hiện một lần khi tạo xong.',
          fields: ['phones', 'transport'],
          only: { transport: ({ phones }: Readonly<Record<string, unknown>>) => phones === 'each' },
        },
      ]
    : []),
];

const blank = {
  from: '',
  count: 10,
  name: 'Máy nhánh',
  person_ids: [],
  extension_group_id: null,
  service_number_id: null,
  phones: 'none',
  transport: 'udp',
};

/** A range is filled in, looked at and added; what only now is known of it is shown and saved. */
export function ExtensionRange({ onClose }: { onClose: () => void }) {
  const { api, changes } = useConsole();
  const mayAddPhones = useMay()(devices.create.access);
  const [once] = useState(onceEach);
  const [looked, setLooked] = useState<{ body: Body; report: Report }>();
  const [report, setReport] = useState<Report>();
  const [[drawn, parts]] = useState(
    // Whatever the values, the form draws them alike.
    () => [fields(mayAddPhones) as unknown as AnyFields, sections(mayAddPhones)] as const,
  );
  const form = useContractForm({
    schema: addExtensionRange.body,
    values: blank,
    stays: true,
    send: async (body) => ({ body, report: await api(addExtensionRange, { body: { ...body, check: true } }) }),
    onSaved: setLooked,
  });
  if (report?.made === true) return <Added report={report} onClose={onClose} />;
  if (looked !== undefined) {
    return (
      <Looked
        report={report ?? looked.report}
        add={async (goodOnly) => {
          const body = { ...looked.body, check: false, good_only: goodOnly };
          const added = await once(body, (key) => api(addExtensionRange, { body, key }));
          setReport(added);
          await Promise.all([extensions, devices].map(({ screen }) => changes.stale(screen)));
        }}
        onBack={() => {
          setLooked(undefined);
          setReport(undefined);
        }}
      />
    );
  }
  return (
    <Stack as="form" {...form.props}>
      <FormFields
        fields={drawn}
        sections={parts}
        schema={addExtensionRange.body}
        values={form.values}
        onChange={(name, value) => form.set({ [name]: value })}
        problems={form.problems}
        disabled={() => false}
      />
      <DialogActions>
        <Button onClick={onClose}>Huỷ</Button>
        <Button type="submit" look="primary" busy={form.busy}>
          Xem trước
        </Button>
      </DialogActions>
    </Stack>
  );
}

function Looked({
  report: { data },
  add,
  onBack,
}: {
  report: Report;
  add: (goodOnly: boolean) => Promise<void>;
  onBack: () => void;
}) {
  const { toasts } = useConsole();
  const [busy, setBusy] = useState(false);
  const good = data.filter(({ outcome }) => outcome === 'new').length;
  const isWhole = good === data.length;
  const send = () => {
    setBusy(true);
    void add(!isWhole)
      .catch((error: unknown) => toasts.show({ kind: 'error', ...explain(error) }))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <p role="status">
        {isWhole
          ? `Tạo được cả ${count(data.length)} máy nhánh.`
          : `Tạo được ${count(good)} trên ${count(data.length)} máy nhánh; các máy còn lại bị từ chối, lý do ở từng dòng.`}
      </p>
      <Lines data={data} />
      <DialogActions>
        <Button onClick={onBack}>Quay lại</Button>
        <Button look="primary" disabled={good === 0} busy={busy} onClick={send}>
          {isWhole ? `Tạo ${count(good)} máy nhánh` : `Chỉ tạo ${count(good)} máy được`}
        </Button>
      </DialogActions>
    </>
  );
}

function Added({ report, onClose }: { report: Report; onClose: () => void }) {
  const made = report.data.filter(({ id }) => id !== null);
  const save = () => saveFile(new Response(fileOfRange(report)), `may-nhanh-${made[0]?.number ?? ''}.csv`);
  return (
    <>
      <p role="status">Đã tạo {count(made.length)} máy nhánh.</p>
      {report.door !== null && (
        <>
          <p>
            Máy chủ {report.door.server}:{report.door.port} ({deviceTransports[report.door.transport]}), tên miền{' '}
            {report.door.domain}. Lưu tệp ngay: mật khẩu sẽ không hiện lần nữa.
          </p>
          <p>
            <Button icon={<IconDownload aria-hidden />} onClick={() => void save()}>
              Lưu tệp cài đặt
            </Button>
          </p>
        </>
      )}
      <Lines data={report.data} />
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Xong
        </Button>
      </DialogActions>
    </>
  );
}

const Lines = ({ data }: Pick<Report, 'data'>) => (
  <ul className={styles.range} aria-label="Từng máy nhánh">
    {data.map(({ number: own, name, person_name: person, leaves, outcome, words, id, phone }) => (
      <li key={own}>
        <span>
          <b>{own}</b> {name}
          {leaves !== '' && <small>{` ${person ?? ''} thôi dùng máy ${leaves}`}</small>}
          {words !== '' && <small>{words}</small>}
          {phone !== null && (
            <small>
              {phone.username} · <code>{phone.password}</code>
            </small>
          )}
        </span>
        <Status tone={outcome === 'new' ? 'ready' : 'bad'}>{id === null ? rangeOutcomes[outcome] : 'Đã tạo'}</Status>
      </li>
    ))}
  </ul>
);
