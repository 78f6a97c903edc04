import {
  allDepartment,
  allTeam,
  accounts as contract,
  inviteMany,
  inviteOutcomes,
  type ResultOf,
  roles,
  superAdmin,
} from '@alo/contract';
import { Button, DialogActions, Pair, Quiet, SelectField, Status, TextAreaField } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { useRead } from '../../kit/api/queries.ts';
import { tellProblem } from '../../kit/api/tell-problem.ts';
import { count } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { CopyField } from '../../resource/page/copy-field.tsx';
import styles from './accounts.module.css';
import { guestsIn } from './guests.ts';
import type { Wishes } from './wishes.ts';

type Report = ResultOf<typeof inviteMany>['data'];

const leftWords = (left: number) => (left > 0 ? ` Còn ${count(left)} người nữa đang chờ lời mời.` : '');

/** Addresses are pasted, looked at, and invited; or all who came by a file are. */
export function Invitation({
  wishes,
  onWishes,
  onClose,
}: {
  wishes: Wishes;
  onWishes: (wishes: Wishes) => void;
  onClose: () => void;
}) {
  const { api, toasts, changes } = useConsole();
  const [report, setReport] = useState<{ of: 'check' | 'done'; lines: Report; left: number }>();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const ask = useMutation({
    mutationFn: async ({ check, everybody }: { check: boolean; everybody: boolean }) => {
      const { text, role, department, team } = wishes;
      const places = { role_id: role, department_id: department, team_id: team };
      const body = everybody ? { check, people: [] } : { check, people: guestsIn(text), ...places };
      const { data: lines, left } = await api(inviteMany, { body });
      return { of: check ? ('check' as const) : ('done' as const), lines, left };
    },
    onSuccess: async (made) => {
      setErrors({});
      setReport(made);
      if (made.of !== 'done') return;
      onWishes({ ...wishes, text: '' });
      await changes.stale(contract.screen);
    },
    onError: (error) => {
      tellProblem(error, toasts, setErrors);
    },
  });
  const everybody = wishes.text.trim() === '';
  const run = (check: boolean) => ask.mutate({ check, everybody });

  if (report?.of === 'done') {
    const sent = report.lines.filter(({ sent: is }) => is).length;
    const kept = report.lines.filter(({ kept: is }) => is).length;
    return (
      <>
        <p role="status">
          {kept > 0 ? 'Đã tạo' : 'Đã gửi'} {count(sent)} lời mời trên {count(report.lines.length)} dòng.
          {leftWords(report.left)}
          {kept > 0 &&
            ' Hệ thống chưa có máy chủ thư: thư nằm trong thư mục outbox của máy chủ. Hãy gửi liên kết dưới đây cho từng người.'}
        </p>
        <Lines lines={report.lines} />
        <DialogActions>
          {report.left > 0 && (
            <Button busy={ask.isPending} onClick={() => run(true)}>
              Mời tiếp
            </Button>
          )}
          <Button look="primary" onClick={onClose}>
            Xong
          </Button>
        </DialogActions>
      </>
    );
  }
  if (report !== undefined) {
    const able = report.lines.filter(({ outcome }) => outcome === 'new' || outcome === 'again').length;
    return (
      <>
        <p role="status">
          {report.lines.length === 0
            ? 'Không có ai đang chờ lời mời.'
            : `Sẽ gửi ${count(able)} lời mời trên ${count(report.lines.length)} dòng.${leftWords(report.left)}`}
        </p>
        <Lines lines={report.lines} />
        <DialogActions>
          <Button onClick={() => setReport(undefined)}>Quay lại</Button>
          <Button look="primary" disabled={able === 0} busy={ask.isPending} onClick={() => run(false)}>
            Gửi {count(able)} lời mời
          </Button>
        </DialogActions>
      </>
    );
  }
  return (
    <div className={styles.invite}>
      <Wanted wishes={wishes} onChange={onWishes} errors={errors} />
      <Quiet>
        Có tệp Excel hoặc CSV? Dùng nút Nhập ở danh sách, rồi trở lại đây và để trống ô trên để mời tất cả những người
        đang chờ.
      </Quiet>
      <DialogActions>
        <Button onClick={onClose}>Huỷ</Button>
        <Button look="primary" busy={ask.isPending} onClick={() => run(true)}>
          {everybody ? 'Xem ai đang chờ lời mời' : 'Kiểm tra danh sách'}
        </Button>
      </DialogActions>
    </div>
  );
}

function Wanted({
  wishes,
  onChange,
  errors,
}: {
  wishes: Wishes;
  onChange: (wishes: Wishes) => void;
  errors: Readonly<Record<string, string>>;
}) {
  const read = useRead();
  const may = useMay();
  const given = useQuery({
    ...read(roles.list, { query: { page: 1, per_page: 9_999_999 } }),
    enabled: may(roles.list.access),
  });
  const departments = useQuery(read(allDepartment, {}));
  const teams = useQuery(read(allTeam, {}));
  const choices = (list: readonly { id: string; name: string }[] | undefined) =>
    (list ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <TextAreaField
        label="Mỗi dòng một người"
        hint="Dán từ Excel hoặc thư: “Nguyễn Thị Lan <lan@congty.vn>” hoặc chỉ địa chỉ email. Nhiều nhất 200 dòng."
        rows={7}
        value={wishes.text}
        error={errors['people']}
        onChange={(event) => onChange({ ...wishes, text: event.target.value })}
      />
      <SelectField
        label="Vai trò"
        choices={choices(given.data?.data.filter(({ name }) => name !== superAdmin))}
        value={wishes.role}
        error={errors['role_id']}
        onChange={(role) => onChange({ ...wishes, role })}
      />
      <Pair>
        <SelectField
          label="Phòng ban"
          choices={choices(departments.data?.data)}
          value={wishes.department}
          onChange={(department) => onChange({ ...wishes, department })}
        />
        <SelectField
          label="Nhóm"
          choices={choices(teams.data?.data)}
          value={wishes.team}
          onChange={(team) => onChange({ ...wishes, team })}
        />
      </Pair>
    </>
  );
}

const toneOf = (outcome: Report[number]['outcome']) =>
  outcome === 'new' || outcome === 'again' ? 'ready' : outcome === 'there' || outcome === 'twice' ? 'offline' : 'bad';

function Lines({ lines }: { lines: Report }) {
  return (
    <ul className={styles.lines} aria-label="Từng dòng">
      {lines.map((line, nth) => (
        <li key={`${line.email} ${nth}`}>
          <span>
            <b>{line.name}</b> {line.name !== line.email && <small>{line.email}</small>}
            {line.words !== '' && <small>{line.words}</small>}
          </span>
          <Status tone={toneOf(line.outcome)}>
            {line.kept ? 'Thư ở outbox' : line.sent ? 'Đã gửi lời mời' : inviteOutcomes[line.outcome]}
          </Status>
          {line.url !== null && <CopyField label={`Liên kết cho ${line.name}`} value={line.url} />}
        </li>
      ))}
    </ul>
  );
}
