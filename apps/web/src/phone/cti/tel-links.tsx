import { Button } from '@alo/ui';

import { useConsole } from '../../kit/api/context.ts';
import { telHandlerUrl } from './wanted-call.ts';

/** Has the browser bring `tel:` links of every page here. It asks the person itself. */
export function TelLinks() {
  const { toasts } = useConsole();
  if (!('registerProtocolHandler' in navigator)) return null;
  return (
    <section aria-labelledby="phone-links">
      <h2 id="phone-links">Liên kết gọi trên các trang khác</h2>
      <p>Bấm số điện thoại ở trang bất kỳ (liên kết tel:) sẽ mở Alô và hỏi bạn có gọi không.</p>
      <Button
        onClick={() => {
          navigator.registerProtocolHandler('tel', telHandlerUrl(location.origin));
          toasts.show({ kind: 'info', text: 'Trình duyệt sẽ hỏi bạn có cho Alô mở liên kết gọi không.' });
        }}
      >
        Mở liên kết tel: bằng Alô
      </Button>
    </section>
  );
}
