import { Button, IconButton, IconDialpad, IconLogout, Loading, State } from '@alo/ui';
import { type ReactNode, useEffect } from 'react';
import { usePhoneDoor } from '../../domain/phone-door/phone-door.ts';
import { type SharedValue, useShown } from '../../kit/browser/shared-value.ts';
import { useMe } from '../../kit/me/me.ts';
import { Zone } from '../../kit/zone/zone.tsx';
import type { PageAround } from '../../phone/embedded/page-around.ts';
import { useMayHavePhone } from '../../phone/embedded/tells-page.tsx';
import { StatusSelector } from '../frame/header/status-selector.tsx';
import { useSignOut } from '../frame/header/use-sign-out.ts';
import { PhonePillSlot } from '../frame/phone-frame.tsx';
import styles from './embedded-phone.module.css';

/** What stands around the phone where it is all of a page: one's status, how the line is, a way out, and the way to the pad. */
export function EmbeddedPhone({
  around,
  onAllowed,
}: {
  /** Null where no page is around it. */
  around: SharedValue<PageAround | null> | null;
  /** The phone may come. */
  onAllowed: () => void;
}) {
  return (
    <div className={styles.whole}>
      {around === null ? <Here onAllowed={onAllowed} /> : <InPage around={around} onAllowed={onAllowed} />}
    </div>
  );
}

function InPage({ around, onAllowed }: { around: SharedValue<PageAround | null>; onAllowed: () => void }) {
  const page = useShown(around);
  return page === null ? (
    <Rest>
      <Loading />
    </Rest>
  ) : (
    <Guarded page={page} onAllowed={onAllowed} />
  );
}

function Guarded({ page, onAllowed }: { page: PageAround; onAllowed: () => void }) {
  const { origin, tell } = page;
  const may = useMayHavePhone(origin);
  // The phone itself, which tells a page that loses it, has not come here.
  useEffect(() => {
    if (may === false) tell({ type: 'refused' });
  }, [may, tell]);
  if (may === undefined) {
    return (
      <Rest>
        <Loading />
      </Rest>
    );
  }
  if (may) return <Here onAllowed={onAllowed} />;
  return (
    <Rest>
      <State drawing="no-right" title="Trang này chưa được dùng điện thoại">
        Quản trị viên của công ty có thể thêm {origin} ở Cài đặt hệ thống › Điện thoại và che số.
      </State>
    </Rest>
  );
}

/** What one can press is drawn once the person's company lets this page show it: another page would have it pressed unseen. */
function Here({ onAllowed }: { onAllowed: () => void }) {
  const signOut = useSignOut();
  useEffect(() => onAllowed(), [onAllowed]);
  return (
    <>
      <header className={styles.header}>
        <Zone name="Trạng thái">
          <StatusSelector />
        </Zone>
        <span className={styles.end}>
          <PhonePillSlot />
          <IconButton label="Đăng xuất" onClick={signOut}>
            <IconLogout aria-hidden />
          </IconButton>
        </span>
      </header>
      <Rest>
        <Pad />
      </Rest>
    </>
  );
}

function Pad() {
  const door = usePhoneDoor();
  const person = useMe();
  if (person !== undefined && person.softphone === null) {
    return (
      <State drawing="no-right" title="Bạn chưa có máy nhánh">
        Hãy nhờ quản trị viên gán máy nhánh cho tài khoản của bạn để gọi và nghe.
      </State>
    );
  }
  if (door === null) return <Loading />;
  return (
    <Button look="primary" icon={<IconDialpad aria-hidden />} onClick={door.open}>
      Mở bàn phím
    </Button>
  );
}

const Rest = ({ children }: { children: ReactNode }) => <main className={styles.rest}>{children}</main>;
