import { Button, State } from '@alo/ui';
import { createRoot } from 'react-dom/client';

/** Shown when not even the configuration, or what the console is made of, could be read: there is no server to talk to. */
export function mountUnreachable(container: HTMLElement): void {
  createRoot(container).render(
    <main>
      <State
        drawing="error"
        title="Chưa kết nối được máy chủ"
        action={
          <Button look="primary" onClick={() => location.reload()}>
            Thử lại
          </Button>
        }
      >
        Hãy kiểm tra mạng của bạn. Nếu mạng vẫn tốt, hệ thống có thể đang khởi động, vui lòng đợi ít giây.
      </State>
    </main>,
  );
}
