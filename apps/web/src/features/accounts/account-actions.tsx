import {
  type accounts,
  accounts as contract,
  dropSecondFactor,
  inviteAccount,
  type RequestOf,
  type ResultOf,
  type RowOf,
  resetAccountPassword,
  signOutAccount,
  unlockAccount,
} from '@alo/contract';
import {
  Actions,
  Button,
  Dialog,
  DialogActions,
  IconHelpCircle,
  IconLink,
  IconLock,
  IconLogout,
  IconPassword,
} from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LookButton } from '../../domain/look-as/look-button.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay, useMe } from '../../kit/me/me.ts';
import { CopyField } from '../../resource/page/copy-field.tsx';
import { AccessDialog } from './access-dialog.tsx';

type Row = RowOf<typeof accounts>;
type Link = ResultOf<typeof inviteAccount>;

/** What an administrator does for somebody: lets them in, lets them in again, sends them out. */
export function AccountActions({ row }: { row: Row }) {
  const { toasts, api, changes } = useConsole();
  const may = useMay();
  const me = useMe();
  const [link, setLink] = useState<Link>();
  const [asking, setAsking] = useState(false);
  const [dropping, setDropping] = useState(false);
  const params: RequestOf<typeof inviteAccount>['params'] = { id: row.id };
  const told = (text: string) => toasts.show({ kind: 'success', text });
  const refused = (error: unknown) => {
    const [wrong] = error instanceof ApiProblem ? Object.values(error.body.fields) : [];
    toasts.show({ kind: 'error', ...explain(error), ...(wrong !== undefined && { text: wrong }) });
  };
  const onSettled = () => changes.stale(contract.screen);

  const send = useMutation({
    mutationFn: () => api(row.state === 'invited' ? inviteAccount : resetAccountPassword, { params }),
    onSuccess: setLink,
    onError: refused,
    onSettled,
  });
  const signOut = useMutation({
    mutationFn: () => api(signOutAccount, { params }),
    onSuccess: ({ ended }) => told(`Đã đăng xuất ${row.name} khỏi ${ended} nơi`),
    onError: refused,
    onSettled,
  });
  const unlock = useMutation({
    mutationFn: () => api(unlockAccount, { params }),
    onSuccess: () => told(`${row.name} có thể thử đăng nhập lại ngay`),
    onError: refused,
  });

  const drop = useMutation({
    mutationFn: () => api(dropSecondFactor, { params }),
    onSuccess: () => {
      setDropping(false);
      told(`Đã gỡ xác thực hai bước của ${row.name}`);
    },
    onError: refused,
    onSettled,
  });

  const mayAct = may(inviteAccount.access);
  return (
    <Actions apart={20}>
      {mayAct && row.state !== 'inactive' && (
        <Button
          look={row.state === 'invited' ? 'primary' : 'default'}
          icon={<IconLink aria-hidden />}
          busy={send.isPending}
          onClick={() => send.mutate()}
        >
          {row.state === 'invited' ? 'Gửi lời mời' : 'Gửi liên kết đặt lại mật khẩu'}
        </Button>
      )}
      {mayAct && row.session_count > 0 && (
        <Button icon={<IconLogout aria-hidden />} busy={signOut.isPending} onClick={() => signOut.mutate()}>
          Đăng xuất khỏi mọi nơi
        </Button>
      )}
      {mayAct && row.state === 'active' && (
        <Button icon={<IconLock aria-hidden />} busy={unlock.isPending} onClick={() => unlock.mutate()}>
          Mở khoá đăng nhập
        </Button>
      )}
      {mayAct && row.second_factor && row.id !== me?.id && (
        <Button icon={<IconPassword aria-hidden />} onClick={() => setDropping(true)}>
          Gỡ xác thực hai bước
        </Button>
      )}
      <Button icon={<IconHelpCircle aria-hidden />} onClick={() => setAsking(true)}>
        Vì sao không thấy?
      </Button>
      {row.state === 'active' && row.id !== me?.id && <LookButton kind="account" id={row.id} />}
      <AccessDialog row={row} opened={asking} onClose={() => setAsking(false)} />
      <Dialog opened={dropping} onClose={() => setDropping(false)} title={`Gỡ xác thực hai bước của ${row.name}?`}>
        <p>
          Dành cho người mất điện thoại và cả mã khôi phục. Hãy chắc chắn chính họ nhờ: lần đăng nhập tới chỉ cần mật
          khẩu, rồi họ thiết lập lại. Mọi nơi họ đang đăng nhập sẽ bị đăng xuất.
        </p>
        <DialogActions>
          <Button onClick={() => setDropping(false)}>Để nguyên</Button>
          <Button look="danger" busy={drop.isPending} onClick={() => drop.mutate()}>
            Gỡ
          </Button>
        </DialogActions>
      </Dialog>
      <LinkDialog row={row} link={link} onClose={() => setLink(undefined)} />
    </Actions>
  );
}

/** The link, once: where no letter comes through it is handed over by other means. */
function LinkDialog({ row, link, onClose }: { row: Row; link: Link | undefined; onClose: () => void }) {
  return (
    <Dialog opened={link !== undefined} onClose={onClose} title={`Liên kết cho ${row.name}`} width={560}>
      {link && (
        <>
          <p>
            {link.kept
              ? `Hệ thống chưa có máy chủ thư: thư cho ${row.email} nằm trong thư mục outbox của máy chủ. Hãy chép liên kết và gửi cho họ.`
              : link.sent
                ? `Đã gửi thư đến ${row.email}. Có thể đưa tận tay liên kết này nếu thư không đến.`
                : `Chưa gửi được thư đến ${row.email}. Hãy chép liên kết và gửi cho họ bằng cách khác.`}{' '}
            Dùng được một lần, đến {dateTime(link.expires_at)}; sẽ không hiện lại.
          </p>
          <CopyField label="Liên kết" value={link.url} />
          <DialogActions>
            <Button look="primary" onClick={onClose}>
              Xong
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
