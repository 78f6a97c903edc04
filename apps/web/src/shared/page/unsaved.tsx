import { LeaveGuard } from '../resource/leave-guard.tsx';
import { useHotKey } from '../use-hot-key.ts';

/** What every form has: Ctrl S saves, and who leaves with unsaved changes is asked first. */
export function Unsaved({ isChanged, onSave }: { isChanged: boolean; onSave: () => void }) {
  useHotKey('$mod+KeyS', () => {
    if (isChanged) onSave();
  });
  return <LeaveGuard unsaved={() => isChanged} />;
}
