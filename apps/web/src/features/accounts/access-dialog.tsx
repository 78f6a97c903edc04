import {
  accountAccess,
  type accounts,
  isPermission,
  permissionLabel,
  type ResultOf,
  type RowOf,
  scopeLabels,
} from '@alo/contract';
import { Dialog, matches, SearchInput, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import styles from './accounts.module.css';

type Access = ResultOf<typeof accountAccess>;

/** Why somebody sees a screen or does not: what the server decides by, in words. */
export function AccessDialog({
  row,
  opened,
  onClose,
}: {
  row: RowOf<typeof accounts>;
  opened: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`${row.name} được làm gì?`} width={620} place="top">
      <Answer id={row.id} />
    </Dialog>
  );
}

function Answer({ id }: { id: string }) {
  const read = useRead();
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery(read(accountAccess, { params: { id } }));
  if (error !== null) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <output aria-label="Đang tải" />;
  const shown = data.data.flatMap(({ permission, ...rest }) => {
    if (!isPermission(permission)) return [];
    const label = permissionLabel(permission);
    return matches(label, search) ? [{ permission, label, ...rest }] : [];
  });
  return (
    <>
      <p>{reachWords(data)}</p>
      <div className={styles.find}>
        <SearchInput label="Tìm màn hình hoặc hành động" value={search} onSearch={setSearch} />
      </div>
      <ul className={styles.rules}>
        {shown.map(({ permission, label, allowed, rule }) => (
          <li key={permission}>
            <Status tone={allowed ? 'ready' : 'offline'}>{label}</Status>
            <small>{ruleWords(rule, data)}</small>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p>Không có màn hình nào khớp.</p>}
    </>
  );
}

function ruleWords(rule: string, { role_name }: Access): string {
  switch (rule) {
    case 'super-admin':
      return 'Được: quản trị cao nhất có mọi quyền';
    case 'role':
      return `Được: vai trò “${role_name}” có quyền này`;
    case 'forbidden':
      return `Không: vai trò “${role_name}” chưa có quyền này`;
    case 'not_licensed':
      return 'Không: công ty chưa đăng ký tính năng, hoặc đã hết hạn';
    case 'unauthenticated':
      return 'Không: tài khoản đang ngừng hoạt động';
    default:
      // A newer server may know more rules than this page.
      return rule;
  }
}

function reachWords({ scope, reach, role_name }: Access): string {
  if (reach === 'account' && scope !== 'own') {
    return `Vai trò “${role_name}” xem dữ liệu ${scopeLabels[scope].toLowerCase()}, nhưng người này không thuộc nơi nào như vậy nên chỉ thấy của mình.`;
  }
  return `Thấy dữ liệu: ${scopeLabels[reach === 'account' ? 'own' : reach].toLowerCase()}.`;
}
