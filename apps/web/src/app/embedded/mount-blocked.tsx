import { embeddedPhonePath } from '@alo/contract';
import { Button, State } from '@alo/ui';
import { createRoot } from 'react-dom/client';

/** Shown in a page of another site whose browser keeps nothing for us there: what can be done, and the phone in a window of its own. */
export function mountBlocked(container: HTMLElement): void {
  const open = () => window.open(embeddedPhonePath, 'alo-phone', 'popup,width=380,height=680');
  createRoot(container).render(
    <main>
      <State
        drawing="no-right"
        title="Trình duyệt chặn Alô trong trang này"
        action={
          <Button look="primary" onClick={open}>
            Mở điện thoại trong cửa sổ riêng
          </Button>
        }
      >
        Hãy cho phép cookie của bên thứ ba cho trang này, hoặc nhờ quản trị viên đặt Alô và trang này dưới cùng một tên
        miền.
      </State>
    </main>,
  );
}
