import { Button, Dialog, DialogActions } from '@alo/ui';
import { useBlocker } from '@tanstack/react-router';

/** Asks before a page with unsaved changes is left, inside the console or by closing the tab. */
export function LeaveGuard({ unsaved }: { unsaved: () => boolean }) {
  const blocker = useBlocker({ shouldBlockFn: unsaved, enableBeforeUnload: unsaved, withResolver: true });
  const blocked = blocker.status === 'blocked';
  return (
    <Dialog opened={blocked} onClose={() => blocker.reset?.()} title="Bỏ những thay đổi chưa lưu?">
      <p>Những gì bạn vừa nhập ở trang này chưa được lưu.</p>
      <DialogActions>
        <Button look="danger-quiet" onClick={() => blocker.proceed?.()}>
          Bỏ thay đổi
        </Button>
        <Button look="primary" data-autofocus onClick={() => blocker.reset?.()}>
          Ở lại trang
        </Button>
      </DialogActions>
    </Dialog>
  );
}
