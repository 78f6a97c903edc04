import { usePhoneDoor } from '../../../domain/phone-door/phone-door.ts';
import { useConsole } from '../../../kit/api/context.ts';

/** Signs out, but not out of a call: it ends with its page, and whoever is at the other end would hear nothing and know nothing. */
export function useSignOut(): () => void {
  const { signOut, toasts } = useConsole();
  const phone = usePhoneDoor();
  return () => {
    if (phone?.holdsCall() !== true) return signOut();
    toasts.show({ key: 'phone', kind: 'info', text: 'Bạn đang có cuộc gọi. Hãy kết thúc trước khi đăng xuất.' });
  };
}
