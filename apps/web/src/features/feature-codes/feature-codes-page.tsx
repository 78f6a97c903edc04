import { features, getFeatureCodes, overrides, type ResultOf, updateFeatureCode } from '@alo/contract';
import { Button, Dialog, DialogActions, IconButton, IconPhone, Stack, Status, SwitchField, TextField } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePhoneDoor } from '../../domain/phone-door/phone-door.ts';
import { useConsole } from '../../kit/api/context.ts';
import { currentIn } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import styles from './feature-codes.module.css';

type Code = ResultOf<typeof getFeatureCodes>['data'][number];

/** /feature-codes: what is dialled to have something done. */
export default function FeatureCodesPage() {
  const read = useRead();
  const may = useMay();
  const { data, error, refetch } = useQuery(read(getFeatureCodes, {}));
  const [changed, setChanged] = useState<Code>();
  return (
    <Page title="Mã tính năng">
      <p className={styles.purpose}>Bấm mã trên bàn phím của điện thoại, như gọi một số, để làm ngay việc bên cạnh.</p>
      {error !== null && data === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      <Surface>
        <table className={styles.codes}>
          <caption>Mã tính năng</caption>
          <thead>
            <tr>
              <th scope="col">Mã</th>
              <th scope="col">Việc</th>
              <th scope="col">Tình trạng</th>
              <th scope="col">
                <span className={styles.hidden}>Sửa</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data?.data.map((code) => (
              <CodeRow
                key={code.feature}
                code={code}
                {...(may(updateFeatureCode.access) && { onChange: () => setChanged(code) })}
              />
            ))}
          </tbody>
        </table>
      </Surface>
      {data !== undefined && <DayNight conditions={data.conditions} />}
      {changed !== undefined && <CodeDialog code={changed} onClose={() => setChanged(undefined)} />}
    </Page>
  );
}

function CodeRow({ code: { feature, code, enabled }, onChange }: { code: Code; onChange?: () => void }) {
  const { label, behind } = features[feature];
  return (
    <tr>
      <td>
        <span className={styles.code}>
          <kbd>{code}</kbd>
          {enabled && worksAlone(feature) && <DialCode code={code} label={label} />}
        </span>
      </td>
      <th scope="row">
        {label}
        {behind !== '' && <span className={styles.behind}>Bấm tiếp {behind}</span>}
      </th>
      <td>
        <Status tone={enabled ? 'ready' : 'offline'}>{enabled ? 'Đang dùng' : 'Tắt'}</Status>
      </td>
      <td className={styles.action}>
        {onChange && (
          <Button size="sm" aria-label={`Sửa mã ${label}`} onClick={onChange}>
            Sửa
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Of the others a number has to be dialled behind the code. */
const worksAlone = (feature: Code['feature']): boolean => features[feature].behind === '' || feature === 'voicemail';

/** Dials a code, for whoever has a phone here. */
function DialCode({ code, label }: { code: string; label: string }) {
  const phone = usePhoneDoor();
  if (phone === null) return null;
  return (
    <IconButton size="sm" label={`Gọi ${code}: ${label}`} onClick={() => phone.dial(code)}>
      <IconPhone aria-hidden />
    </IconButton>
  );
}

/** Conditions that are turned by a code of their own, and which way they stand. */
function DayNight({ conditions }: Pick<ResultOf<typeof getFeatureCodes>, 'conditions'>) {
  return (
    <section className={styles.conditions}>
      <h2>Chuyển ngày/đêm bằng điện thoại</h2>
      {conditions.length === 0 ? (
        <p>Đặt mã cho một điều kiện thời gian thì bấm mã đó để chuyển sang ngoài giờ hay trong giờ bằng tay.</p>
      ) : (
        <>
          <p>Bấm mã để chuyển, bấm lần nữa để trở lại theo giờ. Thêm 1 là trong giờ, 2 là ngoài giờ, 0 là theo giờ.</p>
          <ul>
            {conditions.map(({ id, name, code, override }) => (
              <li key={id}>
                <span className={styles.code}>
                  <kbd>{code}</kbd>
                  <DialCode code={code} label={name} />
                </span>
                {name}
                <Status tone={override === 'none' ? 'ready' : 'paused'}>{overrides[override]}</Status>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function CodeDialog({ code, onClose }: { code: Code; onClose: () => void }) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const [opened] = useState(code);
  const [was, setWas] = useState(code);
  const { label } = features[code.feature];
  const { props, values, set, errors, busy } = useContractForm({
    schema: updateFeatureCode.body,
    values: opened,
    body: (wish) => ({ ...wish, was }),
    send: async (body) => {
      const saved = await api(updateFeatureCode, { body });
      await invalidate(getFeatureCodes);
      return saved;
    },
    onRefused: (error) => {
      const theirs = currentIn(error, updateFeatureCode.result);
      if (theirs !== undefined) setWas(theirs);
      return theirs && true;
    },
    saved: (saved) => ({ kind: 'success', text: `Đã lưu mã ${saved.code}` }),
    onSaved: onClose,
  });
  return (
    <Dialog opened onClose={onClose} title={label}>
      <Stack as="form" {...props}>
        <TextField
          required
          label="Mã"
          inputMode="tel"
          hint={`Ban đầu là ${features[code.feature].code}.`}
          value={values.code}
          onChange={(event) => set({ code: event.target.value })}
          error={errors['code']}
        />
        <SwitchField label="Đang dùng" value={values.enabled} onChange={(enabled) => set({ enabled })} />
        {was !== code && (
          <p role="alert">
            Người khác vừa đổi thành {was.code}, {was.enabled ? 'đang dùng' : 'đã tắt'}. Lưu lần nữa để dùng mã của bạn.
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>Đóng</Button>
          <Button type="submit" look="primary" busy={busy}>
            Lưu mã
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
